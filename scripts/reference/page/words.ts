import type { Text } from '../../../lib/errors.ts';

/** The texts of the page, beside the document's and the renderer's. */
export const words = {
  title: { zh: '团餐配餐服务', en: 'Catering management service' },
  switch: { zh: 'English', en: '中文' },
  signInForm: { zh: '登录', en: 'Sign in' },
  uid: { zh: '用户名', en: 'User id' },
  password: { zh: '密码', en: 'Password' },
  signIn: { zh: '登录', en: 'Sign in' },
  session: { zh: '会话', en: 'Session' },
  signOut: { zh: '退出', en: 'Sign out' },
  platform: { zh: '平台', en: 'platform' },
  unit: { zh: '单位 {id}', en: 'unit {id}' },
  plain: { zh: '填写明文：本页会算出摘要。', en: 'Plain: this page makes the digest.' },
  fillIn: { zh: '填入：{name}', en: 'Fill in: {name}' },
  picture: { zh: '响应中的图片 {number}', en: 'Picture {number} of the answer' },
  contentType: { zh: '请求体格式', en: 'Content type' },
  example: { zh: '示例', en: 'Example' },
  mediaType: { zh: '响应格式', en: 'Media type' },
  choice: { zh: '选择', en: 'Choice' },
  filter: { zh: '按标签筛选', en: 'Filter by tag' },
  answerOf: { zh: '{call} 的响应', en: 'Answer of {call}' },
  answersOf: { zh: '{call} 的各种响应', en: 'Answers of {call}' },
  sendEmpty: { zh: '{name} 为空也发送', en: 'Send {name} although it is empty' },
} satisfies Readonly<Record<string, Text>>;

export type Word = keyof typeof words;

/** Gives the text of a word, with its placeholders filled in. */
export type Speak = (word: Word, values?: Readonly<Record<string, string>>) => string;
