import { ingredientKey } from '../../tables/keys.ts';
import type { Finding } from './finding.ts';
import type { Survey } from './survey.ts';

/** No ingredient has a value that no food has. Which value would be right, nothing in the table tells. */
export function* checkFoods(survey: Survey): Iterable<Finding> {
  for (const { code, name, impossible } of survey.of('ingredient').values()) {
    if (impossible.length === 0) continue;
    yield { invariant: 'food', keys: [ingredientKey(code)], message: `${name}: ${impossible.join('; ')}` };
  }
}

/** Figures of ingredients that are doubtful, one line for each food: printed tables have such, too. */
export function* listDoubts(survey: Survey): Iterable<string> {
  for (const { code, name, doubts } of survey.of('ingredient').values()) {
    if (doubts.length > 0) yield `${code} ${name}: ${doubts.join('; ')}`;
  }
}
