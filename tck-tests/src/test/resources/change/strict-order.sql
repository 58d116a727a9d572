create table m(a integer primary key, b)
insert into m values(-9.2233720368547758e18,1)
insert into m values(9.2233720368547758e18,2)
insert into m values(4503599627370497.0,3)
insert into m values(9007199254740993.0,4)
insert into m values(1e18,5)
insert into m values(9.2e18,6)
insert into m values('9.2e18',7)
insert into m values('1e3',8)
insert into m values(' 77 ',8)
insert into m values('9223372036854775808',9)
insert into m values('-9223372036854775808',9)
insert into m values('-9.2233720368547758e18',9)
insert into m values(x'31',9)
insert into m values(1e300,9)
insert into m values(-0.0,9)
select a,typeof(a),b from m
update m set a=9.3e18 where a=77
update m set a=-9.2233720368547758e18 where a=77
select changes()
create table st(a integer primary key, b real) strict
insert into st values(1,1.5)
insert into st values(1,'x')
insert into st values(2,'x')
create table st2(a int primary key, b real) strict
insert into st2 values(1,1.5)
insert into st2 values(1,'x')
create table st3(a integer primary key, b real check(b>0)) strict
insert into st3 values(1,1.5)
insert into st3 values(1,'x')
update st3 set a=1, b='y'
insert into st values(2,2.5)
update st set a=1, b='y' where a=2
update st set b='y' where a=2
select changes()
insert or ignore into st values(1,'x')
select changes()
