import document from '../../../../functions/openapi.zh.generated.json' with { type: 'json' };
import { done, fails } from '../answer.ts';
import { defineKind, type Kind } from '../kind.ts';

const getOpenapi = defineKind({
  route: 'GET /openapi.json',
  weight: 1,
  choose: () => ({}),
  answer: () => ({ kind: 'bare', body: document }),
});

const checkHealth = defineKind({
  route: 'GET /health',
  weight: 1,
  choose: () => ({}),
  answer: () => done(),
});

const getDocs = defineKind({
  route: 'GET /docs',
  weight: 1,
  choose: () => ({}),
  read: (file) => ({ isPage: file.toString().startsWith('<!doctype html>') }),
  answer: () => ({ kind: 'bare', body: { isPage: true } }),
});

const notFound = defineKind({
  route: '$default',
  onlyFails: true,
  weight: 1,
  choose: () => ({}),
  answer: () => fails('not_found'),
});

export const kinds: readonly Kind[] = [getOpenapi, checkHealth, getDocs, notFound];
