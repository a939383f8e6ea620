import { usualMeals } from '../../../lib/domain/meal.ts';
import { addDays } from '../../../lib/domain/values/calendar.ts';
import * as goals from './goal.ts';

const DISHES_OF_A_WEEK = 60;
const DAYS = 5;
const FIRST_MONDAY = '2040-01-02';

/** Makes a week's menu, as it is sent. Every menu has another week, since few can be live on a day. */
function makeWeek(searched: goals.SearchedSetup) {
  const items = goals.listDishIds(searched, DISHES_OF_A_WEEK).map((dish, index) => {
    return { day: 1 + (index % DAYS), meal: usualMeals[Math.floor(index / DAYS) % usualMeals.length], dish };
  });
  const groups = '[{"level":"中体力","people":400},{"level":"轻体力","people":300,"factor":0.9}]';
  const name = searched.setup.unique('食谱');
  const start = addDays(FIRST_MONDAY, 7 * Number(name.replace('食谱', '')));
  return { name, start, groups, items: JSON.stringify(items) };
}

/** Creates a draft of such a week, and returns its id. */
function createWeek(searched: goals.SearchedSetup): Promise<number> {
  return searched.setup.create('PUT /api/menu', makeWeek(searched), searched.setup.school.token);
}

const LIST = 'GET /api/menu';

const listPages = (searched: goals.SearchedSetup) => goals.listPageCalls(searched, LIST, goals.asSchool(searched));

function listSearches(searched: goals.SearchedSetup): goals.PlainCall[] {
  const options = goals.asSchool(searched);
  const filters = [{ keyword: '周' }, { state: '草稿' }, { from: '2026-09-01', to: '2026-09-30' }];
  return filters.map((filter) => ({ route: LIST, parameters: { ...filter, pageSize: goals.PAGE_SIZE }, options }));
}

async function listReads(searched: goals.SearchedSetup): Promise<goals.PlainCall[]> {
  const id = await createWeek(searched);
  return [{ route: LIST, parameters: { id }, options: goals.asSchool(searched) }];
}

async function listWrites(searched: goals.SearchedSetup): Promise<goals.PlainCall[]> {
  const options = goals.asSchool(searched);
  const storedWeek = makeWeek(searched);
  const id = await searched.setup.create('PUT /api/menu', storedWeek, searched.setup.school.token);
  return [
    { route: 'PUT /api/menu', parameters: makeWeek(searched), options },
    { route: 'POST /api/menu', parameters: { id, ...storedWeek, name: searched.setup.unique('改') }, options },
  ];
}

async function listAnalyses(searched: goals.SearchedSetup): Promise<goals.PlainCall[]> {
  const options = goals.asSchool(searched);
  const id = await createWeek(searched);
  return [
    { route: 'GET /api/menu/analysis', parameters: { id }, options },
    { route: 'POST /api/menu/analysis', parameters: makeWeek(searched), options },
  ];
}

async function listSubmissions(searched: goals.SearchedSetup): Promise<goals.PlainCall[]> {
  const parameters = { id: await createWeek(searched) };
  return [{ route: 'POST /api/menu/submit', parameters, options: goals.asSchool(searched) }];
}

/** Makes a review of a menu that the platform has taken down before. Otherwise the unit's menus need none. */
async function listReviews(searched: goals.SearchedSetup): Promise<goals.PlainCall[]> {
  const { setup } = searched;
  const { token } = setup.school;
  const id = await createWeek(searched);
  await setup.succeed('POST /api/menu/submit', { id }, token);
  await setup.succeed('POST /api/menu/retract', { id, comment: '超标' }, setup.admin);
  await setup.succeed('POST /api/menu/submit', { id }, token);
  const parameters = { id, revision: 2, result: '通过', comment: '好' };
  return [{ route: 'POST /api/menu/review', parameters, options: goals.asAdmin(searched) }];
}

const DISHES = `${DISHES_OF_A_WEEK} different dishes`;
const ANALYSES = `GET and POST /api/menu/analysis, ${DISHES}`;
export const menuWriteGoal = goals.makeGoal(`PUT and POST /api/menu, ${DISHES}, warm`, 'warm', [4, 80, 20], listWrites);
export const analysisGoal = goals.makeGoal(`${ANALYSES}, warm`, 'warm', [4, 110, 0], listAnalyses);
export const coldAnalysisGoal = goals.makeGoal(`${ANALYSES}, cold`, 'cold', [5, 450, 0], listAnalyses);
export const submitGoal = goals.makeGoal(`POST /api/menu/submit, ${DISHES}`, 'warm', [5, 150, 46], listSubmissions);

/** The costs that calls for menus may have in a unit with as many menus and dishes as possible. */
export const menuGoals: readonly goals.Goal[] = [
  goals.makeGoal('GET /api/menu, any page, warm', 'warm', [4, 60, 0], listPages),
  goals.makeGoal('GET /api/menu, any page, cold', 'cold', [4, 60, 0], listPages),
  goals.makeGoal('GET /api/menu, keyword, state, dates, warm', 'warm', [4, 60, 0], listSearches),
  goals.makeGoal('GET /api/menu, keyword, state, dates, cold', 'cold', [Infinity, 300, 0], listSearches),
  goals.makeGoal('GET /api/menu, one', 'cold', [3, 12, 0], listReads),
  menuWriteGoal,
  analysisGoal,
  coldAnalysisGoal,
  submitGoal,
  goals.makeGoal('POST /api/menu/review', 'cold', [4, 15, 24], listReviews),
];
