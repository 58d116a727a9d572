create table t(a unique, b unique)
insert into t values(1,1)
insert into t values(1,1)
create table t2(a primary key, b unique, c unique on conflict replace, d unique)
select * from sqlite_master
insert into t2 values(1,1,1,1)
insert into t2 values(1,1,1,1)
insert or ignore into t2 values(1,1,1,1)
select changes()
create table t3(a, a)
create table t3(a integer primary key, b primary key)
create table t3(a int primary key autoincrement)
create table t3(a, unique(x))
create table t3(a, unique(a+1))
create table t3(a, primary key(zz))
create table t3(a check(b>1))
create table t3(a check((select 1)))
create table t3(a check(random()>1))
create table t3(a check(?>1))
create table t3(a check(count(a)))
create table t3(a default (b))
create table t3(a default (random()))
create table t3(a text) strict
create table t4(a foo) strict
create table t4(a) strict
create table t4(a) without rowid
create table t4(a integer primary key autoincrement) without rowid
create table t4(a references t(x,y))
create table t4(a,b,foreign key(a,b) references t(x))
create table t4(a,b,foreign key(a,zz) references t(x,y))
create table sqlite_foo(a)
create table t(a)
create table if not exists t(a)
create index i1 on t(a)
create index i1 on t(b)
create table i1(a)
create index t on t(a)
create index i2 on nosuch(a)
create index i2 on t(zz)
create index i2 on t(random())
create index i2 on t((select 1))
create index i2 on t(a) where random()
create index i2 on t(a) where (select 1)
create index i2 on t(a) where zz=1
create index i2 on t(?)
create index i2 on sqlite_master(name)
create view v as select * from t
create table v(a)
create view v as select 1
create view t as select 1
create index i2 on v(a)
drop table v
drop view t
drop table nosuch
drop view nosuch
drop index nosuch
drop index sqlite_autoindex_t_1
drop table sqlite_master
drop trigger nosuch
create table temp.x(a)
create temp table main.x(a)
create table nodb.x(a)
create table x2 as select a, a+1 as b, 'x' as c, cast(a as text) as d, 1.5 as "e f" from t
create table x3 as select 1 as a_long_column_name_number_one, 2 as another_long_column_name_two
select name,rootpage,sql from sqlite_master
create table gg(a generated always as (1))
create table gg(a, b generated always as (a+1) primary key)
create table gg(a unique on conflict ignore unique on conflict replace)
create table gg(a primary key, unique(a)) 
select * from sqlite_master where tbl_name='gg'
create table ar(a integer primary key autoincrement)
select * from sqlite_master where name like '%seq%'
insert into sqlite_master values(1,2,3,4,5)
update sqlite_master set name='a'
delete from sqlite_schema
insert into v values(1)
insert into t values(1)
insert into t(a) values(1,2)
insert into t(a,zz) values(1,2)
insert into t(a,b) select 1
insert into t values(1,2),(3)
insert into t select 1
update t set zz=1
update t set (a,b)=(1)
update t set a=(1,2)
insert into nosuch values(1)
delete from nosuch
create trigger tr after insert on nosuch begin select 1; end
create trigger tr before insert on v begin select 1; end
create trigger tr instead of insert on t begin select 1; end
create trigger tr after insert on t begin select 1; end
create trigger tr after insert on t begin select 1; end
create trigger tr2 after insert on sqlite_master begin select 1; end
