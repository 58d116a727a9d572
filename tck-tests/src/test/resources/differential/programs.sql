-- Programs that once failed, cut down. A line that begins with two dashes starts a new program.
-- LIKE folds ASCII letters
CREATE TABLE t1(a TEXT);
INSERT INTO t1 VALUES('ABC');
SELECT a LIKE 'abc' FROM t1;
-- primary keys of STRICT tables are NOT NULL, and that is checked before types
CREATE TABLE t1(a BLOB, b TEXT NOT NULL, PRIMARY KEY(a)) STRICT;
INSERT INTO t1 DEFAULT VALUES;
REPLACE INTO t1(b) VALUES(1);
CREATE TABLE t4(a INTEGER PRIMARY KEY, b BLOB) STRICT;
INSERT INTO t4 VALUES(1, NULL);
INSERT INTO t4 VALUES(1, 1e999), (16, 7);
-- the right side of an outer join without a left row
CREATE TABLE t1(a);
CREATE TABLE t2(a);
INSERT INTO t1 VALUES(1), (2);
SELECT x.a FROM (SELECT a FROM t2) x RIGHT JOIN t1;
SELECT x.a FROM (SELECT a FROM t2) x FULL JOIN t1 ON x.a = t1.a;
-- names after NATURAL, USING and outer joins
CREATE TABLE t1(a);
CREATE TABLE t7(a);
SELECT * FROM t1 NATURAL RIGHT JOIN t1 JOIN t7;
SELECT * FROM t1 JOIN t1 USING(a) FULL JOIN t1;
SELECT * FROM t1 x NATURAL JOIN t7 y RIGHT JOIN t1 z;
-- large integers among the terms of ORDER BY and GROUP BY are expressions
CREATE TABLE t1(a, b);
INSERT INTO t1 VALUES(1, 2);
SELECT 9223372036854775808 FROM t1 ORDER BY b, 9007199254740993;
SELECT a FROM t1 ORDER BY -9223372036854775807;
SELECT count(*) FROM t1 GROUP BY -2147483649;
-- a cast without a type
SELECT CAST(1e17 AS ), typeof(CAST('12' AS ));
-- a real that is exactly the smallest rowid
CREATE TABLE t1(a INTEGER PRIMARY KEY, b);
INSERT INTO t1 VALUES(-9.2233720368547758e18, 'a');
SELECT * FROM t1;
-- likely() and unlikely() have no affinity
CREATE TABLE t1(d TEXT);
INSERT INTO t1 VALUES(1.0);
SELECT 1.0 IS unlikely(d), 1.0 = d, likely(d) >= 1 FROM t1;
-- columns appended to the automatic index of a table with a descending key
CREATE TABLE t2(a PRIMARY KEY DESC, b UNIQUE) WITHOUT ROWID;
INSERT INTO t2 VALUES(3, NULL), (28, NULL), (13, NULL);
CREATE INDEX i2 ON t2(b);
