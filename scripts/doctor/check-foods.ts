import { ingredientKey } from '../../tables/keys.ts';
import type { Finding } from './finding.ts';
import type { Survey } from './survey.ts';

/** Finds ingredients with values that no food has. Nothing in the table tells the right value. */
export function* checkFoods(survey: Survey): Iterable<Finding> {
  for (const { code, name, impossible } of survey.of('ingredient').values()) {
    if (impossible.length === 0) continue;
    yield { invariant: 'food', keys: [ingredientKey(code)], message: `${name}: ${impossible.join('; ')}` };
  }
}

/** Doubtful figures of ingredients, one line for each food. Printed tables have some, too. */
export function* listDoubts(survey: Survey): Iterable<string> {
  for (const { code, name, doubts } of survey.of('ingredient').values()) {
    if (doubts.length > 0) yield `${code} ${name}: ${doubts.join('; ')}`;
  }
}
