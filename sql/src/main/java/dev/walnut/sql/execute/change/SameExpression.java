// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.syntax.Expr;
import java.util.Arrays;
import java.util.List;

/** Whether two expressions mean the same because they are written the same, positions aside. */
final class SameExpression {
  private SameExpression() {}

  static boolean test(Expr a, Expr b) {
    if (a == null || b == null) {
      return a == b;
    }
    if (a.kind() != b.kind()) {
      return false;
    }
    switch (a.kind()) {
      case NULL:
        return true;
      case INTEGER:
        return ((Expr.IntegerLiteral) a).value() == ((Expr.IntegerLiteral) b).value();
      case REAL:
        return ((Expr.RealLiteral) a).value() == ((Expr.RealLiteral) b).value();
      case STRING:
        return ((Expr.StringLiteral) a).value().equals(((Expr.StringLiteral) b).value());
      case BLOB:
        return Arrays.equals(((Expr.BlobLiteral) a).value(), ((Expr.BlobLiteral) b).value());
      case COLUMN:
        return ((Expr.Column) a).column().equalsIgnoreCase(((Expr.Column) b).column());
      case UNARY:
        Expr.Unary u = (Expr.Unary) a;
        Expr.Unary v = (Expr.Unary) b;
        return u.operator() == v.operator() && test(u.operand(), v.operand());
      case BINARY:
        Expr.Binary x = (Expr.Binary) a;
        Expr.Binary y = (Expr.Binary) b;
        return x.operator() == y.operator()
            && test(x.left(), y.left())
            && test(x.right(), y.right());
      case BETWEEN:
        Expr.Between p = (Expr.Between) a;
        Expr.Between q = (Expr.Between) b;
        return p.negated() == q.negated()
            && test(p.operand(), q.operand())
            && test(p.low(), q.low())
            && test(p.high(), q.high());
      case IN_LIST:
        Expr.InList i = (Expr.InList) a;
        Expr.InList j = (Expr.InList) b;
        return i.negated() == j.negated()
            && test(i.operand(), j.operand())
            && testAll(i.items(), j.items());
      case LIKE:
        Expr.Like l = (Expr.Like) a;
        Expr.Like m = (Expr.Like) b;
        return l.operator() == m.operator()
            && l.negated() == m.negated()
            && test(l.operand(), m.operand())
            && test(l.pattern(), m.pattern())
            && test(l.escape(), m.escape());
      case CAST:
        Expr.Cast c = (Expr.Cast) a;
        Expr.Cast d = (Expr.Cast) b;
        return c.typeName().equalsIgnoreCase(d.typeName()) && test(c.operand(), d.operand());
      case COLLATE:
        Expr.Collate e = (Expr.Collate) a;
        Expr.Collate f = (Expr.Collate) b;
        return e.collation().equalsIgnoreCase(f.collation()) && test(e.operand(), f.operand());
      case FUNCTION:
        Expr.FunctionCall g = (Expr.FunctionCall) a;
        Expr.FunctionCall h = (Expr.FunctionCall) b;
        return g.name().equalsIgnoreCase(h.name())
            && g.distinct() == h.distinct()
            && g.star() == h.star()
            && testAll(g.arguments(), h.arguments());
      default:
        return false;
    }
  }

  private static boolean testAll(List<Expr> a, List<Expr> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!test(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }
}
