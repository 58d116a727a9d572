create table t(a INTEGER, b VARCHAR(10), c REAL, d NUMERIC, e BLOB, f, g DOUBLE PRECISION, h BOOLEAN)
create table x1 as select * from t
create table x2 as select a,a,b as a, a+b, cast(a as real) r, max(c), (select c from t), count(*), a||b from t
create table x3 as select 1 union select 2.5
create table x4 as values(1,2)
create temp table x5 as select a "select", b "1x" from t
create table x6 as select a from (select a from t) union all select b from t
create table "we""ird name"  as select a from t
create table x7(a check(nosuch(1)))
create table x9(a check(a in (select 1)))
create table x10(a check(new.a > 1))
create table x11(a check(x11.a > 1), check(rowid>1))
create table x12(a check(main.x12.a > 1))
create table x13(a check("abc" > 1))
create index i1 on t(a+b)
create index i2 on t(nosuch(a))
create index i3 on t(t.a)
create index i4 on t(rowid)
create index i5 on t("zz")
create index i6 on t('a')
create index i7 on t(a) where "zz"=1
create index i8 on t(count(a))
create index i9 on t(1)
create index i10 on t(random()+a)
create index i11 on t(a) where ?=1
create index i13 on x5(a)
create index temp.i14 on x5("select")
create index if not exists i1 on nosuch(a)
create unique index  "q i" on t (b collate nocase desc) where a is not null
create table if not exists x1(q)
select type,name,tbl_name,sql from sqlite_master
select type,name,tbl_name,sql from sqlite_temp_master
create view v1 as select 1
create view if not exists v1 as select 1
create view sqlite_v as select 1
create view v2(a) as select * from nosuch
create temp view v3 as select * from t
create table v3(a)
drop view v3
drop index main.nosuch
drop table temp.nosuch
drop table if exists nosuch
drop index if exists nosuch
drop index nodb.nosuch
drop trigger if exists nosuch
insert into x1(a) values(1),(2),(3)
create unique index u1 on x1(b)
create unique index u2 on x1(h, a)
create unique index u3 on x1(a>0)
create unique index u4 on x1(a%2, b) 
insert into x1(a,b) values(4,5),(6,5)
create unique index u5 on x1(b) 
create unique index u6 on x1(b, a>0)
