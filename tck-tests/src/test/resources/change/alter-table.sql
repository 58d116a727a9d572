create table t(a, b) 
create table t2(a, b, primary key(a) )
create table t3(a
create table t4(a /* hi */ /* x */)
create table t5(a, b, /* c1 */ check(a>0))
insert into t values(1,2)
alter table t add column c
alter table t add column d int default 5
alter table t add e text not null
alter table t add e text not null default 'x'
alter table t add f primary key
alter table t add f unique
alter table t add f default (random())
alter table t add f default current_timestamp
alter table t2 add f default current_timestamp
alter table t add f default (1+1)
alter table t add g references t2 default 5
alter table t add a
alter table t add h as (a+1) stored
alter table t add h as (a+1)
alter table t add k check(k>0)
alter table t add k2 check(k2>0) default 0
alter table t add k3 int check(k3>=0) default 0
alter table t4 add z ;
alter table t5 add z -- comment
alter table t5 add z2 int
alter table nosuch add z
create view v as select 1
alter table v add z
alter table sqlite_master add z
alter table v rename to w
alter table t rename to t2
alter table t rename to v
alter table nosuch rename to v
alter table t rename to sqlite_x
create index i1 on t(a)
alter table t rename to i1
select * from t
select sql from sqlite_master
create table p(x primary key, y unique)
create table c(x references p(x), y, foreign key(y) references p)
create index ip on p(x, p.y)
create index ip2 on p(x) where p.x > 1 and y < 1
create table q(p, z check(q.p>1))
alter table p rename to "new p"
alter table q rename to q2
select type,name,tbl_name,sql from sqlite_master where name not like 't%'
create table au(id integer primary key autoincrement)
insert into au values(5)
alter table au rename to au2
select * from sqlite_sequence
alter table q2 rename column p to r
alter table q2 rename z to zz
alter table q2 rename column nosuch to zz
alter table q2 rename column r to zz
create index iq on q2(r)
alter table q2 drop column zz
alter table q2 drop column r
alter table t drop column c
alter table t drop column nosuch
alter table p add constraint foo check(x>1)
select sql from sqlite_master
