attach ':memory:' as aux
create table aux.t(a,b)
create table t(a,b,c)
insert into aux.t values(1,2)
insert into t values(1,2,3)
insert into temp.t values(1)
select * from t
select * from aux.t
select * from main.t, aux.t
create temp table t(x)
insert into t values('temp')
select * from t
drop table t
select * from t
begin
insert into main.t values(4,5,6)
insert into aux.t values(4,5)
rollback
select count(*) from main.t
select count(*) from aux.t
begin
insert into main.t values(4,5,6)
insert into aux.t values(4,5)
commit
select count(*) from main.t
select count(*) from aux.t
insert into t(a) select a from aux.t
select * from t
create index aux.i on t(a)
create index aux.i on t(a)
create index i on t(a)
drop index aux.i
detach aux
detach aux
select * from aux.t
detach main
detach temp
attach ':memory:' as main
attach ':memory:' as aux2
attach ':memory:' as aux2
create view v as select a, b from t where a>1
select * from v
create view v2(x,y) as select * from v
create temp view tv as select * from v
select * from tv
drop view v
create table g(a, b as (a*2), c as (a||b) stored)
select * from g
create table st(a int, b text, c real, d any, e blob) strict
insert into st values('5', 6, 7, '8', x'01')
select typeof(a),typeof(b),typeof(c),typeof(d),typeof(e) from st
insert into st values('x', 6, 7, '8', x'01')
insert into st values(null,null,null,null,null)
update st set a=1.5
update st set c='abc'
insert or ignore into st values('x', 6, 7, '8', x'01')
create table af(a int, b text, c real, d numeric, e blob, f)
insert into af values('1','1','1','1','1','1'),(1.0,1.0,1.0,1.0,1.0,1.0),('1.5',1.5,'1.5','1.5',1.5,1.5),('abc','abc','abc','abc','abc','abc'),(x'31',x'31',x'31',x'31',x'31',x'31'),(1e20,1e20,1e20,1e20,1e20,1e20),('0x10','0x10','0x10','0x10','0x10','0x10'),(' 12 ',' 12 ',' 12 ',' 12 ',' 12 ',' 12 '),(9223372036854775807,9223372036854775807,9223372036854775807,9223372036854775807,9223372036854775807,9223372036854775807)
select typeof(a),a,typeof(b),b,typeof(c),c,typeof(d),d,typeof(e),typeof(f),f from af
create index afi on af(c,d)
select c from af indexed by afi where c=1
select rowid from af where c=1 and d=1
create unique index afu on af(a,b,c,d,e,f)
create table pi(a, b)
create unique index pix on pi(a) where b>0
insert into pi values(1,1),(1,0),(1,-1),(2,1)
insert into pi values(1,5)
update pi set b=1 where b=0
update pi set b=-1 where b=1 and a=1
update pi set b=2 where rowid=2
select * from pi
insert into pi values(1,9) on conflict(a) where b>0 do update set b=b+excluded.b
insert into pi values(1,9) on conflict(a) do update set b=b+excluded.b
select * from pi
create table ei(a text, b)
create unique index eix on ei(lower(a), b+1)
insert into ei values('ABC',1),('abc',2)
insert into ei values('aBc',1)
update ei set b=1 where b=2
insert or replace into ei values('aBc',1)
select * from ei
insert into ei values('aBC',1) on conflict(lower(a),b+1) do update set a=excluded.a||a
select * from ei
delete from ei where lower(a)='abc'
select * from ei
create table self(a integer primary key, b)
insert into self values(1,1),(2,2)
insert into self(b) select b+10 from self
insert into self(b) select b+100 from self where b>5 order by b desc
select * from self
insert into self select a+100,b from self limit 3
replace into self select a, b*2 from self
select count(*), sum(b) from self
update self set b=(select max(b) from self s2 where s2.a<self.a)
select * from self
update self set a=a+1000 where a<3 returning a,b
delete from self where a>1000 returning a, b, a+b as s
insert into self(b) values(7),(8) returning a, b, (select count(*) from self)
insert into nosuch select * from self
insert into self(b) select 1,2
create table r(rowid, a)
insert into r values(5,6)
select _rowid_, rowid, a from r
update r set rowid=7, _rowid_=99
select _rowid_, rowid, a from r
delete from r where _rowid_=99
select count(*) from r
update self set b=1 order by a limit 2
select changes()
delete from self order by a desc limit 1 offset 1
select changes()
with c(x) as (select 5 union all select 6) insert into self(b) select x from c
with c(x) as (select 5) update self set b=(select x from c) where b=6
with c(x) as (select 5) delete from self where b in (select x from c)
select * from self
update self set (a,b)=(a+1,b+1) where a=(select max(a) from self)
update self set (b,a)=(select b, a+5 from self s where s.a=self.a) where a=(select max(a) from self)
select * from self
