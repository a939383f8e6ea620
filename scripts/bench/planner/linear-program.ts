/** The significant digits of a number in the program. */
const DIGITS = 12;

export type Term = readonly [factor: number, variable: string];

interface Variable {
  readonly cost: number;
  readonly max: number;
  readonly alike: string;
  readonly isServings: boolean;
}

interface Row {
  readonly terms: readonly Term[];
  readonly relation: '<=' | '>=' | '=';
  readonly bound: number;
}

/** A linear program: conditions on variables whose cost is to be the least. */
export class LinearProgram {
  readonly #variables = new Map<string, Variable>();
  readonly #rows: Row[] = [];

  /**
   * Adds a variable from 0 to `max`, with its cost per unit, and returns its name. Variables that mean the same on several days have
   * the same `alike`, see `sumDays`. In an integer program those that count servings are whole numbers.
   */
  addVariable(name: string, cost: number, { max = Infinity, alike = name, isServings = false } = {}): string {
    this.#variables.set(name, { cost, max, alike, isServings });
    return name;
  }

  /** Adds a condition on a sum of terms. */
  addRow(terms: readonly Term[], relation: Row['relation'], bound: number): void {
    const nonZero = terms.filter(([factor]) => factor !== 0);
    if (nonZero.length > 0) this.#rows.push({ terms: nonZero, relation, bound });
  }

  /** Limits the sum of these variables to `max`. */
  limitSum(names: readonly string[], max: number): void {
    const terms = names.map((name): Term => [1, name]);
    this.addRow(terms, '<=', max);
  }

  /**
   * Makes a program whose variables are the sums of alike variables, for menus whose days are alike. It keeps the conditions on all
   * days, adds up those on single days, and leaves out those on some days. So a solution of this program gives one of that, of the
   * same cost, and the least cost of that is a lower bound.
   */
  sumDays(): LinearProgram {
    const program = new LinearProgram();
    const variablesByAlike = Map.groupBy(this.#variables.values(), ({ alike }) => alike);
    for (const [alike, [variable, ...others]] of variablesByAlike) {
      if (!variable) continue;
      const max = variable.max * (1 + others.length);
      program.addVariable(alike, variable.cost, { ...variable, max });
    }
    const rowsOfDays: Row[] = [];
    for (const { terms, relation, bound } of this.#rows) {
      const termsByAlike = [...Map.groupBy(terms, ([, name]) => this.#variables.get(name)?.alike ?? name)];
      // The factor is the same on each day.
      const sums = termsByAlike.map(([alike, [[factor] = [0]]]): Term => [factor, alike]);
      const isOfAllDays = termsByAlike.every(([alike, { length }]) => length === variablesByAlike.get(alike)?.length);
      if (isOfAllDays) program.addRow(sums, relation, bound);
      else if (termsByAlike.every(([, { length }]) => length === 1)) rowsOfDays.push({ terms: sums, relation, bound });
    }
    const dayCount = Math.max(...[...variablesByAlike.values()].map(({ length }) => length));
    for (const rows of Map.groupBy(rowsOfDays, ({ terms, relation }) => JSON.stringify([terms, relation])).values()) {
      const [row] = rows;
      // A sum without some day says nothing about the sum of all days.
      if (!row || rows.length % dayCount !== 0) continue;
      const sum = rows.reduce((total, { bound }) => total + bound, 0);
      program.addRow(row.terms, row.relation, sum);
    }
    return program;
  }

  /** Prints the program in the CPLEX format, as an integer program if `isInteger`. */
  text(isInteger = false): string {
    const variables = [...this.#variables];
    const costs = variables.flatMap(([name, { cost }]): Term[] => (cost === 0 ? [] : [[cost, name]]));
    const limited = variables.filter(([, { max }]) => max < Infinity);
    return [
      'Minimize',
      ` obj: ${formatSum(costs)}`,
      'Subject To',
      ...this.#rows.map(
        ({ terms, relation, bound }, index) => ` r${index}: ${formatSum(terms)} ${relation} ${formatNumber(bound)}`,
      ),
      'Bounds',
      ...limited.map(([name, { max }]) => ` ${name} <= ${max}`),
      ...(isInteger ? ['General', ...variables.flatMap(([name, { isServings }]) => (isServings ? [name] : []))] : []),
      'End',
      '',
    ].join('\n');
  }
}

function formatSum(terms: readonly Term[]): string {
  const signed = terms.map(([factor, name]) => `${factor < 0 ? '-' : '+'} ${formatNumber(Math.abs(factor))} ${name}`);
  return signed.join('\n  ');
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}
