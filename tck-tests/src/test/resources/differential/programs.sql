-- Programs that once failed, cut down. A line that begins with two dashes starts a new program.
-- planted: harness check
CREATE TABLE t1(a TEXT);
INSERT INTO t1 VALUES('ABC');
SELECT a LIKE 'abc' FROM t1;
