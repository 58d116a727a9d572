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
-- a column merged by RIGHT and FULL joins: whose value it is, and how it is compared
CREATE TABLE t1(a TEXT, b);
CREATE TABLE t2(a INT, c);
CREATE TABLE t3(a, d);
CREATE TABLE t4(a COLLATE NOCASE, d);
CREATE TABLE t5(a);
INSERT INTO t1 VALUES('5', 1), ('6', 2), ('7', 7);
INSERT INTO t2 VALUES(5, 1), (8, 2), (7, 7);
INSERT INTO t3 VALUES(5.0, 1), (7, 7), (9, 9), ('5', 5);
INSERT INTO t4 VALUES('a', 1), ('B', 2);
INSERT INTO t5 VALUES('a'), ('b'), ('C');
SELECT *, a, typeof(a) FROM t1 RIGHT JOIN t2 USING(a);
SELECT *, a, typeof(a) FROM t1 FULL JOIN t2 USING(a);
SELECT *, t1.a, t2.a FROM t1 RIGHT JOIN t2 USING(a) FULL JOIN t3 USING(a);
SELECT *, t1.a, t2.a FROM t1 RIGHT JOIN t2 USING(a) LEFT JOIN t3 USING(a);
SELECT * FROM t2 FULL JOIN t1 USING(a) FULL JOIN t3 USING(a);
SELECT * FROM t3 FULL JOIN t2 USING(a) FULL JOIN t1 USING(a);
SELECT * FROM (t1 RIGHT JOIN t2 USING(a)) RIGHT JOIN t3 USING(a);
SELECT * FROM t3 JOIN (t1 FULL JOIN t2 USING(a)) USING(a);
SELECT a, a = '05', a = 5, a BETWEEN '05' AND '06' FROM t2 FULL JOIN t1 USING(a);
SELECT a, a = 'A', a = 'B' FROM t4 FULL JOIN t5 USING(a);
SELECT a, a = 'A', a = 'B' FROM t4 RIGHT JOIN t5 USING(a);
SELECT * FROM t4 RIGHT JOIN t5 USING(a) FULL JOIN (SELECT 'A' a) USING(a);
-- COLLATE reaches through CASE, coalesce() and the like
CREATE TABLE t1(a, b, c COLLATE NOCASE);
INSERT INTO t1 VALUES('a', 'A', 'a');
SELECT coalesce(a, b COLLATE NOCASE) = 'A', coalesce(c, b) = 'A', iif(1, a COLLATE NOCASE, b) = 'A' FROM t1;
SELECT CASE WHEN 1 THEN a ELSE b COLLATE NOCASE END = 'A', ((a = 'A' COLLATE NOCASE) || 'a') = '1A' FROM t1;
-- a row value with NULL: the other operands are converted before they are compared
CREATE TABLE t1(a BINARY, b TEXT);
INSERT INTO t1 VALUES(5, 1), (10, 18), (18, 1e16);
SELECT (b, NULL) IN (SELECT a, b FROM t1) FROM t1;
-- integers that a zero byte ends
CREATE TABLE t1(a INT);
INSERT INTO t1 VALUES('9007199254740993' || x'00'), ('12' || x'00' || 'abc');
SELECT a, a = '9007199254740993' || x'00' FROM t1;
SELECT CAST('9007199254740993' || x'00' AS NUMERIC), ('9007199254740993' || x'00') + 0;
-- an UPDATE takes the rows in the order of the primary key, not of an index that has all columns
CREATE TABLE t1(a, b UNIQUE ON CONFLICT IGNORE, PRIMARY KEY(a)) WITHOUT ROWID;
INSERT INTO t1 VALUES(29, 26), (4, 27), (14, 37);
UPDATE t1 SET b = octet_length(b) WHERE CASE WHEN b THEN 1 END;
SELECT * FROM t1;
-- HAVING needs an aggregate elsewhere
CREATE TABLE t1(a);
INSERT INTO t1 VALUES(1);
SELECT 1 FROM t1 HAVING count(*) > 0;
SELECT 1 FROM t1 HAVING nosuch;
SELECT count(*) AS c FROM t1 HAVING c > 0;
-- a star over two tables of one name
CREATE TABLE t1(a, b);
CREATE TABLE t2(b, c);
SELECT * FROM t1, t1;
SELECT 1 FROM t1, t1;
SELECT * FROM t1 x, t2 x;
SELECT * FROM t1 NATURAL JOIN t1;
SELECT * FROM (SELECT 1 AS a) y, (SELECT 2 AS a) y;
-- aggregates where they may not stand
CREATE TABLE t1(a);
INSERT INTO t1 VALUES(5), (6);
SELECT a FROM t1 WHERE sum(a) > 1;
SELECT total(a) FROM t1 WHERE total(a);
SELECT a FROM t1 ORDER BY sum(a);
SELECT (SELECT sum(t1.a) FROM t1 x WHERE sum(t1.a)) FROM t1;
DELETE FROM t1 WHERE count(*) > 1;
VALUES(sum(1));
VALUES(3), (count(*));
SELECT (VALUES(sum(a))), (VALUES(sum(1))) FROM t1;
-- RETURNING of a DELETE no longer sees the row
CREATE TABLE t1(a INTEGER PRIMARY KEY, b TEXT, c REAL);
CREATE TABLE t2(a PRIMARY KEY, b) WITHOUT ROWID;
INSERT INTO t1 VALUES(1, 'a', 1), (2, 'b', 2.5), (3, NULL, x'00');
INSERT INTO t2 VALUES('x', 1), ('y', 2), ('z', 3);
DELETE FROM t1 WHERE a < 3 RETURNING *, rowid, (SELECT count(*) FROM t1), a IN (SELECT a FROM t1);
DELETE FROM t2 WHERE a > 'x' RETURNING *, (SELECT group_concat(a) FROM t2);
-- an operand with a subquery comes last, and not at all if the other one is NULL or decides
CREATE TABLE t1(a, b);
INSERT INTO t1 VALUES(1, NULL), (2, 3);
SELECT (SELECT abs(-9223372036854775808)) + b FROM t1 WHERE a = 1;
SELECT b = (SELECT abs(-9223372036854775808)) FROM t1 WHERE a = 1;
SELECT b = abs(-9223372036854775808) FROM t1 WHERE a = 1;
SELECT (SELECT abs(-9223372036854775808)) AND a > 1 FROM t1 WHERE a = 1;
SELECT (SELECT abs(-9223372036854775808)) OR a FROM t1 WHERE a = 1;
UPDATE t1 SET a = 'x', b = (SELECT count(*) FROM t1 x WHERE x.a) + b;
SELECT * FROM t1;
-- what stands beside a false term of AND, or before IN (), need not exist
CREATE TABLE t1(a, b);
INSERT INTO t1 VALUES(1, NULL), (2, 3);
SELECT * FROM t1 WHERE nosuch AND a AND 0;
SELECT nosuch AND 2 IS NULL, nosuch NOT IN (), 1 IS (nosuch IN ()) FROM t1;
SELECT * FROM t1 x LEFT JOIN t1 y ON (x.a, x.b) AND 0;
SELECT * FROM t1 WHERE nosuch AND NULL;
SELECT * FROM t1 WHERE nosuch AND abs(1) AND 0;
-- index keys are computed in the order of the indexes, each before it is looked up
CREATE TABLE t1(a UNIQUE, b, c);
CREATE INDEX i1 ON t1(abs(b));
CREATE INDEX i2 ON t1(c) WHERE abs(b) > 0;
INSERT INTO t1 VALUES(1, 1, 1), (2, 2, 2);
INSERT INTO t1 VALUES(1, -9223372036854775808, 1);
INSERT OR IGNORE INTO t1 VALUES(1, -9223372036854775808, 1);
REPLACE INTO t1 VALUES(1, -9223372036854775808, 1);
UPDATE t1 SET a = 1, b = -9223372036854775808 WHERE a = 2;
UPDATE OR IGNORE t1 SET a = 1, b = -9223372036854775808 WHERE a = 2;
INSERT INTO t1 VALUES(1, -9223372036854775808, 1) ON CONFLICT(a) DO NOTHING;
CREATE TABLE t2(a, b, PRIMARY KEY(a)) WITHOUT ROWID;
CREATE INDEX i3 ON t2(abs(b));
INSERT INTO t2 VALUES(1, 1);
INSERT INTO t2 VALUES(1, -9223372036854775808);
INSERT INTO t2 VALUES(1, -9223372036854775808) ON CONFLICT(a) DO NOTHING;
SELECT * FROM t1, t2;
-- a NULL that a default replaces by NULL is found after all other columns
CREATE TABLE t1(a NOT NULL, b NOT NULL ON CONFLICT REPLACE DEFAULT NULL, c NOT NULL);
INSERT INTO t1 VALUES(1, NULL, NULL);
INSERT INTO t1 VALUES(1, NULL, 1);
REPLACE INTO t1 VALUES(NULL, NULL, 1);
-- SET computes the rowid first, then columns in the table's order; the last of two counts
CREATE TABLE t1(a INTEGER PRIMARY KEY, b, c, d);
INSERT INTO t1 VALUES(1, 2, 3, -9223372036854775808);
UPDATE t1 SET b = abs(d), a = 'x' || c;
UPDATE t1 SET c = abs(d), b = zeroblob(c * 10000000000);
UPDATE t1 SET (b, c) = (SELECT 7, 8), (a, c) = (SELECT 9, 10);
SELECT * FROM t1;
-- an UPDATE of a table with rowids scans the table even if an index holds all columns
CREATE TABLE t1(a INTEGER PRIMARY KEY, b, c, UNIQUE(c, b));
INSERT INTO t1(a, b, c) VALUES(15, 1, 'a'), (16, 9, 18), (17, 255, 100.0);
UPDATE t1 SET a = sign(c) WHERE b;
-- an UPDATE of a table without rowids scans the narrowest index that holds what WHERE reads
CREATE TABLE t1(a PRIMARY KEY, b, c) WITHOUT ROWID;
CREATE INDEX i1 ON t1(c DESC, b);
INSERT INTO t1 VALUES(x'7a7a', 2.5, 'a'), (0, 1, NULL), (28, '-5', 0.5), ('a', NULL, '0x10');
UPDATE t1 SET a = c WHERE NOT a;
SELECT * FROM t1;
CREATE TABLE t2(a, b, c, d, e UNIQUE ON CONFLICT FAIL, PRIMARY KEY(a, b)) WITHOUT ROWID;
CREATE INDEX i2 ON t2(c);
INSERT INTO t2 VALUES(19, 6, 8, NULL, 31), ('01', 19, NULL, 1, 19), (20, 36, 7, '01', 8);
UPDATE t2 SET e = 5 WHERE c;
SELECT * FROM t2;
-- OR FAIL and OR IGNORE keep the rows before one with a wrong type, unless SQLite prepares to abort
CREATE TABLE t1(a INT, b TEXT) STRICT;
CREATE TABLE t2(a INTEGER PRIMARY KEY, b INT) STRICT;
BEGIN;
INSERT OR FAIL INTO t1 VALUES(1, 'a'), ('x', 1);
INSERT OR IGNORE INTO t1 VALUES(2, 'a'), ('x', 1);
INSERT OR ROLLBACK INTO t1 VALUES(3, lower('A')), ('x', 1);
INSERT OR IGNORE INTO t2 VALUES(1, 1), (2, 'x');
INSERT OR IGNORE INTO t2(b) VALUES(1), ('x');
UPDATE OR FAIL t1 SET a = CASE WHEN a = 1 THEN 5 ELSE 'x' END;
SELECT * FROM t1, t2;
-- the columns of several rows are computed as written
CREATE TABLE t1(a INTEGER PRIMARY KEY, b, c);
INSERT INTO t1(c, b) VALUES(abs(-9223372036854775808), zeroblob(10000000000)), (1, 2);
INSERT INTO t1(c, b) VALUES(abs(-9223372036854775808), zeroblob(10000000000));
-- rows are changed in the order of their keys if the scanned index changes, else as they are found
CREATE TABLE t1(a PRIMARY KEY, b, c, d NOT NULL ON CONFLICT FAIL, e UNIQUE) WITHOUT ROWID;
INSERT INTO t1 VALUES(31, 9, 1, 0.5, NULL), (-5, 0, 4, '', 15), (7, 0, 4, 'x', 3);
UPDATE t1 SET b = b, d = nullif(e, 15);
SELECT * FROM t1;
UPDATE t1 SET b = 2, d = nullif(e, 3);
SELECT * FROM t1;
UPDATE t1 SET e = 7, d = nullif(e, 3);
SELECT * FROM t1;
CREATE TABLE t2(a INTEGER PRIMARY KEY, b, c NOT NULL ON CONFLICT FAIL, d);
CREATE INDEX i2 ON t2(b);
INSERT INTO t2 VALUES(1, 9, 1, 1), (2, 8, 2, 2), (3, 7, 3, 3);
UPDATE t2 SET c = nullif(c, 2), d = 9 WHERE b > 0;
SELECT * FROM t2;
UPDATE t2 SET c = nullif(c, 2), b = b + 10 WHERE b > 0;
SELECT * FROM t2;
UPDATE t2 SET d = 5, c = nullif(a, 1) WHERE b > 0 AND abs(a - 1 - (a = 2) * 9223372036854775807) >= 0;
SELECT * FROM t2;
UPDATE t2 SET c = 10 + t.a FROM (SELECT 2 AS a UNION ALL SELECT 1 UNION ALL SELECT 3) t WHERE t2.a < 3;
SELECT * FROM t2;
-- the answer of a comparison has no collation
CREATE TABLE t1(a TEXT, b, c COLLATE RTRIM);
INSERT INTO t1 VALUES('1 ', 65536, 3);
SELECT (c <> b) IS a, (c <> b) = a, (c IN (3)) = a, a = (c BETWEEN 1 AND 5) FROM t1;
-- IN () is the word true or false, but a number beside a function
CREATE TABLE t1(a, b);
INSERT INTO t1 VALUES(1, 27);
SELECT b IS (a NOT IN ()), b IS (abs(a) NOT IN ()), b IS (a LIKE 'x' NOT IN ()), b IS ((SELECT abs(1)) NOT IN ()), a IS (abs(a) IN ()) FROM t1;
-- a view's column has a collation, also over an expression and in an outer join
CREATE TABLE t1(a INTEGER COLLATE NOCASE);
INSERT INTO t1 VALUES('aBc');
CREATE TABLE t2(b);
INSERT INTO t2 VALUES('abc'), (1);
CREATE VIEW v1 AS SELECT iif(1, b, 2) AS b FROM t2;
SELECT b FROM v1 JOIN t1 ON b = a;
SELECT b, a FROM v1 RIGHT JOIN t1 ON b = a;
SELECT b, a FROM t1 LEFT JOIN v1 ON b = a;
WITH x AS MATERIALIZED (SELECT b || '' AS b FROM t2) SELECT b FROM x JOIN t1 ON b = a;
SELECT (SELECT b || '' FROM t2) = a FROM t1;
SELECT b FROM (SELECT b || '' AS b FROM t2 UNION SELECT 'x') JOIN t1 ON b = a;
-- a name in a view means a table of the view's database
CREATE TABLE t1(a);
INSERT INTO t1 VALUES('main');
CREATE VIEW v1 AS SELECT a, (SELECT a FROM t1) AS b, a IN (SELECT a FROM t1) AS c FROM t1;
CREATE VIEW v2 AS SELECT * FROM nosuch;
SELECT * FROM v2;
CREATE TEMP TABLE t1(a);
INSERT INTO t1 VALUES('temp');
SELECT * FROM v1;
SELECT * FROM t1;
CREATE TEMP VIEW v3 AS SELECT * FROM t1;
SELECT * FROM v3;
DROP VIEW v3;
DROP TABLE temp.t1;
