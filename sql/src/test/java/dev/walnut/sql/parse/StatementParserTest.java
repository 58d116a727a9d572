// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Examples read {@code statement => tree}. */
class StatementParserTest {
  private static void check(String example) {
    String[] parts = example.split(" => ");
    assertThat(SyntaxPrinter.print(SqlParser.parse(parts[0]).statement())).isEqualTo(parts[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1, *, t.*, a as b, a c, a 'd' => (select (1 * t.* (as a b) (as a c) (as a d)))",
        "select distinct a from t => (select-distinct (a) (from t))",
        "select all a from main.t as x, u y => (select (a) (from (as main.t x) (comma (as u y))))",
        "select a from t where b group by c, d having e => "
            + "(select (a) (from t) (where b) (group c d) (having e))",
        "select a from t join u on b left join v using (c, d) => "
            + "(select (a) (from t (inner u (on b)) (left v (using (c d)))))",
        "select a from t natural left outer join u cross join v right join w full outer join x => "
            + "(select (a) (from t (natural-left u) (cross v) (right w) (full x)))",
        "select a from t left right join u => (select (a) (from t (full u)))",
        "select a from t inner cross join u => (select (a) (from t (cross u)))",
        "select a from t foo join u => (select (a) (from (as t foo) (inner u)))",
        "select a from (select b) => (select (a) (from (select (b))))",
        "select a from (select b) as x, (values (1)) => "
            + "(select (a) (from (as (select (b)) x) (comma (values (1)))))",
        "select a from (t join u on b) as x => "
            + "(select (a) (from (as (group (t (inner u (on b)))) x)))",
        "select a from ((t)) => (select (a) (from t))",
        "select a from (t as x) as y => (select (a) (from (as t y)))",
        "select a from t indexed by i, u not indexed => "
            + "(select (a) (from (indexed t i) (comma (not-indexed u))))",
        "select a from f(1, b) as x, main.g() => "
            + "(select (a) (from (as (call f (1 b)) x) (comma (call main.g ()))))",
        "select 1 union select 2 union all values (3), (4) intersect select 5 except select 6 => "
            + "((select (1)) union (select (2)) union-all (values (3) (4)) intersect"
            + " (select (5)) except (select (6)))",
        "select a order by b desc, c nulls last limit 1 offset 2 => "
            + "((select (a)) (order (desc b) (asc c nulls-last)) (limit 1) (offset 2))",
        "select a limit 1, 2 => ((select (a)) (limit 2) (offset 1))",
        "values (1, 2), (3, 4) => (values (1 2) (3 4))",
        "with x as (select 1), y(a, b) as not materialized (values (1, 2)) select * from x => "
            + "((with (x (select (1))) (y (a b) not-materialized (values (1 2))))"
            + " (select (*) (from x)))",
        "with recursive x(n) as materialized (select 1 union all select n from x) values (1) => "
            + "((with-recursive (x (n) materialized ((select (1)) union-all"
            + " (select (n) (from x))))) (values (1)))",
        "select sum(a) over w from t window w as (order by b), v as (w rows 1 preceding) => "
            + "(select ((sum() a (over w))) (from t) (window (w ((order b)))"
            + " (v (w (rows (preceding 1) current-row)))))",
        "select window from t window => (select (window) (from (as t window)))",
        "select left, key from natural as replace => "
            + "(select (left key) (from (as natural replace)))",
      })
  void queries(String example) {
    check(example);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into t values (1, 2), (3, 4) => (insert t (values (1 2) (3 4)))",
        "insert or ignore into main.t as x (a, b) select 1, 2 => "
            + "(insert or-ignore (as main.t x) (a b) (select (1 2)))",
        "replace into t default values => (insert or-replace t default-values)",
        "with x as (select 1) insert into t select * from x returning a, b as c => "
            + "(insert (with (x (select (1)))) t (select (*) (from x)) (returning a (as b c)))",
        "insert into t values (1) on conflict do nothing => "
            + "(insert t (values (1)) (on-conflict nothing))",
        "insert into t values (1) on conflict (a, b desc) where c do update set d = 1, (e, f) ="
            + " (2, 3) where g on conflict do update set a = excluded.a returning * => "
            + "(insert t (values (1)) (on-conflict (target a (desc b)) (target-where c)"
            + " (set (= d 1) (= (e f) (row 2 3))) (where g))"
            + " (on-conflict (set (= a excluded.a))) (returning *))",
        "insert into t select a from u where true on conflict do nothing => "
            + "(insert t (select (a) (from u) (where #true)) (on-conflict nothing))",
        "update t set a = 1 => (update t (set (= a 1)))",
        "with x as (select 1) update or fail main.t as u indexed by i set a = 1, (b, c) ="
            + " (select 2, 3), (d) = 4 from x join y on z where w returning a order by b"
            + " limit 1 offset 2 => "
            + "(update (with (x (select (1)))) or-fail (as (indexed main.t i) u)"
            + " (set (= a 1) (= (b c) (subquery (select (2 3)))) (= (d) 4))"
            + " (from x (inner y (on z))) (where w) (returning a) (order b) (limit 1) (offset 2))",
        "delete from t => (delete t)",
        "with x as (select 1) delete from t as u not indexed where a returning * order by b"
            + " limit 1, 2 => (delete (with (x (select (1)))) (as (not-indexed t) u) (where a)"
            + " (returning *) (order b) (limit 2) (offset 1))",
      })
  void changes(String example) {
    check(example);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table t (a, b int) => (create-table t (a (b <int>)))",
        "create temp table if not exists main.t as select 1 => "
            + "(create-table temp if-not-exists main.t (select (1)))",
        "create table t (a integer primary key desc on conflict fail autoincrement) => "
            + "(create-table t ((a <integer> (primary-key desc or-fail autoincrement))))",
        "create table t (a constraint n not null on conflict ignore null unique collate nocase) => "
            + "(create-table t ((a (named n (not-null or-ignore)) (null) (unique)"
            + " (collate nocase))))",
        "create table t (a check ( a > 0 /* x */ ) default - 1) => "
            + "(create-table t ((a (check (> a 0) <a > 0 /* x */>) (default -1 <- 1>))))",
        "create table t (a default x, b default 'x', c default (1 + 2), d default true,"
            + " e default current_date) => (create-table t ((a (default 'x' <x>))"
            + " (b (default 'x' <'x'>)) (c (default (+ 1 2) <1 + 2>)) (d (default #true <true>))"
            + " (e (default current-date <current_date>))))",
        "create table t (a references u, b references u(x, y) on delete set null on update cascade"
            + " match full deferrable initially deferred not null) => "
            + "(create-table t ((a (references u)) (b (references u (x y) delete-set-null"
            + " update-cascade deferred) (not-null))))",
        "create table t (a as (b), b int generated always as (1) stored, c generated always) => "
            + "(create-table t ((a (virtual b)) (b <int> (stored 1)) c))",
        "create table t (a, constraint n primary key (a desc, b collate x autoincrement) on"
            + " conflict abort, unique (a), check (a) constraint m check (b) on conflict rollback,"
            + " foreign key (a, b) references u (c, d) on delete restrict deferrable) =>"
            + " (create-table t (a) (constraints (named n (primary-key ((desc a) (collate b x))"
            + " or-abort autoincrement)) (unique (a)) (check a <a>) (named m (check b <b>))"
            + " (foreign-key (a b) (references u (c d) delete-restrict))))",
        "create table t (a) without rowid, strict => (create-table t (a) without-rowid strict)",
        "create table t (a \"x y\", b 'q', c long  varchar (1, -2)) => "
            + "(create-table t ((a <x y>) (b <q>) (c <long  varchar (1, -2)>)))",
        "create unique index if not exists main.i on t (a desc, b collate x, c + 1) where a > 1 => "
            + "(create-unique-index if-not-exists main.i t ((desc a) (collate b x) (+ c 1))"
            + " (where (> a 1)))",
        "create index i on t (a) => (create-index i t (a))",
        "create temporary view if not exists v (a, b) as values (1, 2) => "
            + "(create-view temp if-not-exists v (a b) (values (1 2)))",
        "create trigger x before update of a, b on t for each row when new.a begin update u set a ="
            + " 1; delete from u where a; insert into u values (1); select raise(ignore); end => "
            + "(create-trigger x before update (a b) t (when new.a) ((update u (set (= a 1)))"
            + " (delete u (where a)) (insert u (values (1))) (select ((raise ignore)))))",
        "create temp trigger if not exists x instead of insert on main.v begin values (1); end => "
            + "(create-trigger temp if-not-exists x instead-of insert main.v ((values (1))))",
        "create virtual table if not exists main.v using m(a, b = 'c, d' , (e, (f)) g) => "
            + "(create-virtual-table if-not-exists main.v m (<a> <b = 'c, d'> <(e, (f)) g>))",
        "create virtual table v using m => (create-virtual-table v m ())",
        "alter table t rename to u => (alter-table t (rename-to u))",
        "alter table main.t rename a to b => (alter-table main.t (rename-column a b))",
        "alter table t rename column a to b => (alter-table t (rename-column a b))",
        "alter table t add a int not null => (alter-table t (add-column (a <int> (not-null))))",
        "alter table t add column a => (alter-table t (add-column a))",
        "alter table t drop column a => (alter-table t (drop-column a))",
        "alter table t add constraint n check (a) => (alter-table t (add-check n a))",
        "alter table t add check (a > 1) => (alter-table t (add-check (> a 1)))",
        "alter table t alter column a set not null on conflict fail => "
            + "(alter-table t (set-not-null a or-fail))",
        "alter table t alter a drop not null => (alter-table t (drop-not-null a))",
        "alter table t drop constraint n => (alter-table t (drop-constraint n))",
        "drop table if exists main.t => (drop-table if-exists main.t)",
        "drop index i => (drop-index i)",
        "drop view v => (drop-view v)",
        "drop trigger x => (drop-trigger x)",
      })
  void schemaChanges(String example) {
    check(example);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin => (begin-deferred)",
        "begin deferred transaction x => (begin-deferred)",
        "begin immediate => (begin-immediate)",
        "begin exclusive transaction => (begin-exclusive)",
        "commit => (commit)",
        "end transaction => (commit)",
        "rollback => (rollback)",
        "rollback transaction to savepoint x => (rollback-to x)",
        "rollback to x => (rollback-to x)",
        "savepoint 'x' => (savepoint x)",
        "release savepoint x => (release x)",
        "release x => (release x)",
        "pragma a => (pragma a)",
        "pragma main.a = b => (pragma main.a <b>)",
        "pragma a(-1) => (pragma a <-1>)",
        "pragma a = + 1.5 => (pragma a <1.5>)",
        "pragma a = 'x' => (pragma a <x>)",
        "pragma a = on => (pragma a <on>)",
        "pragma a(delete) => (pragma a <delete>)",
        "reindex => (reindex)",
        "reindex main.t => (reindex main.t)",
        "analyze t => (analyze t)",
        "vacuum => (vacuum)",
        "vacuum main into 'x' || 'y' => (vacuum main (into (|| 'x' 'y')))",
        "attach database 'x' as y key z => (attach 'x' y (key z))",
        "attach x as 'y' => (attach x 'y')",
        "detach database x => (detach x)",
        "explain select 1 => (explain (select (1)))",
        "explain query plan delete from t => (explain-query-plan (delete t))",
      })
  void otherStatements(String example) {
    check(example);
  }
}
