create table w(a text,b int,c text,primary key(b desc,a)) without rowid
create index wi on w(c)
insert into w values('x',1,'c'),('y',2,'c'),('z',3,'c'),('q',2,'c')
select * from w indexed by wi where c='c'
update w set b=b+1
select * from w
create table t3(a REAL, b INT, PRIMARY KEY(a)) STRICT
REPLACE INTO t3(b) VALUES(1)
CREATE TABLE t6(a BLOB PRIMARY KEY, e REAL) STRICT
INSERT INTO t6(e) VALUES('true')
create table lt(a text, b Int, c decimal(5))
create table lt2 as select * from lt
select sql from sqlite_master where name like 'lt%'
reindex
reindex w
reindex main.wi
reindex nosuch
create table bad(a, check(a in (1,2,3)), constraint c1 check(a between 0 and 10))
insert into bad values(11)
insert into bad values(5)
insert or ignore into bad values(5)
create table nn(a not null on conflict ignore, b not null on conflict replace default 7, c not null on conflict fail)
insert into nn values(1,null,1),(null,1,1),(2,2,2)
insert into nn values(3,3,3),(4,4,null),(5,5,5)
select * from nn
insert or abort into nn values(null,1,1)
insert or replace into nn values(null,1,1)
update nn set a=null
update nn set b=null
select * from nn
create table e1(a,b,c)
insert into e1 values(1,2,3),(4,5,6)
create trigger etr after insert on e1 begin select 1; end
drop trigger etr
create trigger etr after update of b on e1 begin select 1; end
update e1 set a=2
drop table e1
select name from sqlite_master where tbl_name='e1'
create table q(a unique, b, unique(b,a), unique(a,b))
select name from sqlite_master where tbl_name='q'
insert into q values(1,2),(1,3)
insert into q values(null,null),(null,null)
select count(*) from q
