create table t(a integer primary key, b)
insert into t values(1,0),(2,0),(3,0)
create table s(a,c)
insert into s values(1,10),(1,11),(2,20),(2,19)
update t set b=c from s where s.a=t.a
select * from t
select changes()
create table w(a primary key, b) without rowid
insert into w values(1,0),(2,0),(3,0)
update w set b=c from s where s.a=w.a
select * from w
update t set b=1, b=2 where a=1
select * from t
update t set a='x' where a=1
update t set a=null where a=1
update t set a=1.5 where a=1
update t set rowid=10 where a=1
select * from t
insert into t(a,a,b) values(100,200,3)
select * from t
insert into t(rowid,b) values(300,3)
insert into t(a,rowid,b) values(400,401,3)
select * from t
insert into t values(1,2) on conflict(zz) do nothing
insert into t values(1,2) on conflict(b) do nothing
insert into t values(1,2) on conflict(a) do nothing on conflict(b) do nothing
update t set b=(select 1,2)
update t set (a,b)=(select 1)
update t set (a,b)=(select 1,2,3)
update t set (a,b)=(1,2,3)
insert into t values('abc',2)
insert into t values(2,2) returning *, rowid, a+1
insert into t values(null,7) returning *, rowid, a+1 as x
delete from t where b=7 returning a
update t set b=5 where a<5 returning a,b,old.b
update t set b=6 from (select 1 as x) where a<5 returning a,b,x
with q as (select 1 as z) update t set b=(select z from q)
with q as (select 1 as z) insert into t(b) select z from q
with q as (select 1 as z) delete from t where a in (select z from q)
select changes(), total_changes()
create view v as select 1
update v set a=1
delete from v
create table g(a, b as (a+1))
insert into g values(1,2)
insert into g(a,b) values(1,2)
insert into g(b) values(1)
update g set b=1
update t set b=1 limit 1
delete from t order by a limit 1
create table m(x integer primary key)
insert into m values(9223372036854775807)
insert into m values(null)
select count(*) from m
insert into sqlite_master(name) values('a')
insert into t values(1,2),(3,4) on conflict do update set b=excluded.b+1 where t.b<100
insert into t as tt values(1,2),(3,4) on conflict do update set b=excluded.b+1 where tt.b<100
insert or ignore into t values('x',1)
insert into t values(x'31',1)
insert into t values('12',1)
insert into t default values
insert into t(b) default values
delete from t where rowid=12 returning rowid, *
