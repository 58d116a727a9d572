create table t(a integer primary key, b unique, c not null default 9, d check(d>0))
begin
insert into t values(1,1,1,1)
savepoint s1
insert into t values(2,2,2,2)
savepoint s2
insert into t values(3,3,3,3)
rollback to s2
select * from t
insert into t values(4,4,4,4)
release s1
select * from t
rollback to s1
commit
select * from t
begin
begin
insert into t values(5,5,5,5)
insert into t values(6,5,5,5)
select count(*) from t
insert or rollback into t values(6,5,5,5)
commit
select count(*) from t
insert into t values(5,5,5,5),(6,6,6,6),(7,5,5,5),(8,8,8,8)
select * from t
insert or fail into t values(5,5,5,5),(6,6,6,6),(7,5,5,5),(8,8,8,8)
select * from t
select changes(), total_changes(), last_insert_rowid()
insert or ignore into t values(15,5,5,5),(16,16,6,6),(17,17,null,5),(18,18,8,-8)
select * from t
select changes()
insert or replace into t values(15,5,5,5),(16,6,6,6),(17,17,null,5)
select * from t
select changes()
insert or replace into t values(18,18,8,-8)
update t set b=5
update or ignore t set b=5
update or replace t set b=5
select * from t
select changes()
update t set d=-1
update t set c=null
update or replace t set c=null
select * from t
delete from t
select changes()
insert into t values(1,1,1,1),(2,2,2,2),(3,3,3,3),(4,4,4,4)
update t set a=a+1
update t set a=a+10
select * from t
update or replace t set a=a-1
select * from t
update or ignore t set a=12
select * from t
update or replace t set a=12
select * from t
savepoint x
insert into t values(100,100,100,100)
rollback to x
select count(*) from t
release x
release x
savepoint outer1
create table z(q)
insert into z values(1)
rollback to outer1
select * from z
create table z(q,r)
release outer1
select sql from sqlite_master where name='z'
begin
drop table z
select * from z
rollback
select * from z
begin
create index zi on z(q)
insert into z values(1,2)
commit
select * from z indexed by zi where q=1
rollback
commit
release nosuch
rollback to nosuch
begin immediate
rollback
begin exclusive
end
insert into t(b,c,d) select a+100,b,1 from t
insert into t(b,c,d) select a+200,b,1 from t
insert into t(b,c,d) select a+200,b,1 from t
select count(*), sum(a), sum(b) from t
delete from t where a in (select max(a) from t)
update t set c=(select count(*) from t x where x.a<t.a)
select a,c from t
update t set c=(select sum(c) from t)
select a,c from t
delete from t where exists(select 1 from t x where x.a>t.a)
select * from t
create table w(a text collate nocase, b, c, primary key(a,b)) without rowid
create unique index wc on w(c)
insert into w values('a',1,1),('B',2,2),('c',3,3)
insert into w values('A',1,5)
insert into w values('x',1,1)
insert or replace into w values('A',1,2)
select * from w
update w set a='b' where a='A'
update w set a='z'
select * from w
insert into w values('z',1,9) on conflict(a,b) do update set c=excluded.c+w.c returning *
insert into w values('q',1,11) on conflict(c) do update set a='changed' returning *
insert into w(a,b) values(null,1)
update w set b=null
delete from w where b=1
select * from w
delete from w returning a
create table s(a int unique on conflict replace, b int unique on conflict ignore, c int unique on conflict fail, d unique on conflict rollback)
insert into s values(1,1,1,1),(2,2,2,2)
insert into s values(1,3,3,3)
select rowid,* from s
insert into s values(5,2,3,3)
insert into s values(1,5,2,5)
select rowid,* from s
begin
insert into s values(9,9,9,9)
insert into s values(8,8,8,9)
select rowid,* from s
commit
select rowid,* from s
create table au(id integer primary key autoincrement, x unique)
insert into au(x) values(1),(2)
insert into au values(10,3)
delete from au
insert into au(x) values(4)
select * from au
select * from sqlite_sequence
insert or ignore into au(x) values(4)
insert into au(x) values(5)
select * from au
update sqlite_sequence set seq=100
insert into au(x) values(6)
select * from au
insert into au values(9223372036854775807,7)
insert into au(x) values(8)
select * from sqlite_sequence
