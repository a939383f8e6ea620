import type { Text } from '../../../lib/errors.ts';
import type { Endpoint, Side } from '../../../lib/http/endpoint.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Declarations, Declared } from '../../generate/declarations.ts';
import type { OperationText } from '../texts/documentation.ts';
import type { Answers, OperationAnswers, Texts } from './documentation.ts';
import { describeSuccess, Failures, failureSchema } from './openapi-answers.ts';
import { describeInput } from './openapi-input.ts';
import { inEach, type Json, speak } from './openapi-schema.ts';

const ABOUT: Text = {
  zh: `响应采用统一的外层结构：\`code\` 为 HTTP 状态码，\`success\` 区分成功和失败，\`desc\` 是给人看的说明（中文；\`Accept-Language\`
    首选英文时为英文），\`body\` 为结果。失败时带有 \`reason\`，是供程序判断的固定词；参数有误时还有 \`errors\`，逐个列出有误的字段。
    新建、复制或移动的接口在 \`Catering-Ids\` 头中告知新产生的编号（以逗号分隔，按地址的规则编码），
    在 \`Location\` 头中告知第一个新内容的读取地址。其他路径一律以同样的结构返回 404。

    时间是以毫秒计的时间戳。各示例是服务对旁边请求的实际响应，请求没有 \`Accept-Language\`，
    由同一个小世界里的人发出，事先所需的都已具备；token 和请求编号为样例。`,
  en: `Answers come in an envelope: \`code\` repeats the HTTP status, \`success\` tells success from failure,
\`desc\` is for a person (Chinese; English where \`Accept-Language\` prefers it), \`body\` is the result. A failure
carries \`reason\`, a stable word for programs, and where input is wrong \`errors\`, naming every wrong field.
A call that creates, copies or moves tells in the
header \`Catering-Ids\` the ids of what there is new, separated by commas and encoded as in an address, and in \`Location\`
where the first of them is read. Any other path answers 404 in the same envelope.

Times are milliseconds since the epoch. The examples are answers of the service to the requests beside them, sent by the
people of one small world, without \`Accept-Language\`, whatever they need already done; tokens and ids of requests are samples.`,
};

const callers: Readonly<Record<Side, Text>> = {
  public: { zh: '任何人可用。', en: 'Anybody.' },
  any: { zh: '两端可用。', en: 'Both sides.' },
  admin: { zh: '仅管理端可用。', en: 'The admin side only.' },
  business: { zh: '仅业务端可用。', en: 'The business side only.' },
};

const INFO: Json = {
  title: { zh: '团餐配餐服务', en: 'Catering management service' },
  version: manifest.version,
  description: ABOUT,
  contact: { name: { zh: '运营本服务的一方', en: 'Whoever runs this installation' } },
};

/** The OpenAPI 3.1 document of the endpoints. The `$default` route is left out, since it has no path. */
export function renderOpenApi({ endpoints }: Declarations, texts: Texts, answers: Answers) {
  const paths: Record<string, Json> = {};
  const failures = new Failures(answers);
  const documented = endpoints.filter(({ declaration: { route } }) => route !== '$default').toSorted(byPath);
  for (const { noun, declaration } of documented) {
    const [method = '', path = ''] = declaration.route.split(' ');
    const text = texts.operations.get(declaration.id);
    const operation = describeOperation(declaration, noun, text, answers[declaration.id]);
    operation['responses'] = { ...operation['responses'], ...failures.describe(declaration) };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const document = {
    openapi: '3.1.0',
    'x-generated': 'by npm run generate; never edited',
    info: INFO,
    servers: [{ url: '/', description: { zh: '本文档的来源', en: 'Where this document comes from' } }],
    tags: describeTags(documented, texts),
    paths,
    components: {
      schemas: { Failure: failureSchema },
      responses: failures.list(),
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
  return inEach((language) => `${JSON.stringify(speak(document, language), undefined, 2)}\n`);
}

function byPath({ declaration: a }: Declared<Endpoint>, { declaration: b }: Declared<Endpoint>): number {
  const [first, second] = [a, b].map(({ route }) => route.split(' ').reverse().join(' '));
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

function describeTags(documented: readonly Declared<Endpoint>[], { nouns }: Texts): Json[] {
  const names = [...new Set(documented.map(({ noun }) => noun))].toSorted();
  return names.map((name) => ({ name, description: nouns.get(name) ?? '' }));
}

interface Operation extends Json {
  responses: Json;
}

function describeOperation(
  endpoint: Endpoint,
  noun: string,
  text: OperationText | undefined,
  answers: OperationAnswers | undefined,
): Operation {
  return {
    operationId: endpoint.id,
    tags: [noun],
    summary: endpoint.summary,
    description: describePromise(endpoint, text),
    security: endpoint.side === 'public' ? [] : [{ session: [] }],
    ...describeInput(endpoint, text),
    responses: { 200: describeSuccess(endpoint, text, answers) },
  };
}

/** What a call promises, and who may call. */
function describePromise(endpoint: Endpoint, text: OperationText | undefined): Text {
  const { zh, en } = describeAccess(endpoint);
  return { zh: `${text?.description.zh ?? ''}${zh}`, en: `${text?.description.en ?? ''} ${en}` };
}

function describeAccess({ side, permission }: Endpoint): Text {
  const who = callers[side];
  if (permission === 'session' || permission === 'none') return who;
  const items = [permission].flat().map((item) => `\`${item}\``);
  return { zh: `${who.zh}权限：${items.join(' 或 ')}。`, en: `${who.en} Permission: ${items.join(' or ')}.` };
}
