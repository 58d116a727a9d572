CREATE TABLE t1 ( a PRIMARY KEY , b UNIQUE ON CONFLICT REPLACE ) WITHOUT ROWID
INSERT INTO t1(a, b) VALUES (-2.5, 'abc ')
INSERT INTO t1 VALUES (9007199254740992, 2147483647), (37, -2.5), (21, 2147483647)
UPDATE t1 SET b = a, a = b
select * from t1 order by a
CREATE TABLE t2 ( a INTEGER PRIMARY KEY , b , c , UNIQUE ( c ) )
INSERT INTO t2 VALUES ( 34 , 18 , 'abc' )
INSERT INTO t2 ( a , b , c ) VALUES ( 14 , NULL , 'it''s' )
INSERT INTO t2 ( a , b , c ) VALUES ( 30 , 0.5 , 16 )
UPDATE t2 SET a = substr ( 2 , 4 ) = b
delete from t2 where b is not null returning a
CREATE TABLE t6 ( a INTEGER PRIMARY KEY AUTOINCREMENT , b)
INSERT INTO t6 VALUES ( 24 , 12),('9223372036854775807',2)
BEGIN
INSERT INTO t6 VALUES ( 0 , 'nan')
INSERT INTO t6 ( b ) VALUES ( 'nan' )
COMMIT
select * from t6
