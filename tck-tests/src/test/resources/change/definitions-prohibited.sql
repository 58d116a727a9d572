create table t(a unique, b unique)
create table t3(a check(?>1))
create table t3(a check(count(a)))
create table t3(a default (b))
create table t3(a default (?))
create table t3(a default ((select 1)))
create table t3(a default (count(*)))
create table t3(a default (nosuch(1)))
create table t3(a check(nosuch(1)))
create table t3(a check("zz">1))
insert into t3 values(1)
create index i on t(count(a))
create index i on t("zz")
create index i on t('a')
create index i on t(nosuch(a))
create index i3 on t(a collate nosuch)
create index i3 on t(a, t.b)
select sql from sqlite_master
create table q1(a int primary key default 5 not null collate nosuch)
create table q2(x, y, primary key(x,y,x) ) without rowid
create table q3(a "primary key" , b 'x y' , c [double precision])
create table q4(a generated always as (a+1), b)
create table q5(a default 1 generated always as (b+1), b)
create table q6(a generated always as (random()), b)
create table q7(a generated always as ((select 1)), b)
create table q8(a as (c), b as (a), c as (b), d)
create table q9(a integer primary key desc, b)
create table q10(a integer, b, primary key(a desc))
select name,sql from sqlite_master where name like '%q9%' or name like '%q10%'
create table q11(a integer primary key on conflict ignore, b unique on conflict fail)
create temp table sqlite_foo(a)
create table t5(a);create table t6(a)
drop table sqlite_sequence
create table u(a integer primary key autoincrement)
drop table sqlite_sequence
insert into sqlite_sequence values('x',5)
create index ii on sqlite_sequence(name)
delete from sqlite_sequence
select rowid,* from sqlite_master
alter table sqlite_sequence rename to foo
create view vv as select ?
create view vv(a,b) as select 1
select * from vv
create view temp.vv2 as select 1
create temp view main.vv2 as select 1
create view vv3 as select * from temp.x
drop view if exists zz
create table z1(a,b,c); create index
create unique index z1u on z1(a) where b
reindex nosuch
reindex z1
reindex nocase
create table w(a primary key) without rowid, strict
create table w2(a primary key) foo
create table w3(a any, b int) strict
insert into w3 values(1,'x')
insert into w3 values('1','12')
insert into w3 values('1',1.5)
insert into w3 values('1',x'00')
select a,typeof(a),b,typeof(b) from w3
create table w4(r real, t text, b blob, i integer) strict
insert into w4 values('abc',1,1,1)
insert into w4 values(1,1,1,1)
insert into w4 values(1,1,x'00','1.0')
insert into w4 values('1',x'',x'00','1.0')
select r,typeof(r),t,typeof(t),b,i,typeof(i) from w4
create table w5(a int check(a>0), b not null) strict
insert into w5 values('x', null)
insert into w5 values('x', 1)
insert or ignore into w5 values('x', 1)
insert or replace into w5 values('x', 1)
