import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: { zh: '服务本身', en: 'The service itself' },
  operations: {
    getDocs: {
      description: {
        zh: `本文档的页面，有中文和英文：在上方登录，展开一个接口，点“试一试”。它不从别处加载任何内容；\`Accept-Encoding\`
          允许时压缩传送，\`If-None-Match\` 与 \`ETag\` 相符时返回 304。`,
        en: `This description as a page, in Chinese and English: sign in on top, unfold a call, *Try it out*. It loads nothing from
        elsewhere; it comes compressed where \`Accept-Encoding\` lets it, and 304 where \`If-None-Match\` names its
        \`ETag\`.`,
      },
      examples: { page: { as: 'nobody' } },
      excerpt: 100,
    },
    checkHealth: {
      description: {
        zh: `供监控使用：函数及其全部设置可用、数据表有响应时为 200，数据表无响应时为 503。只读一个小的数据项，
          不涉及任何人的数据。`,
        en: `For whoever watches over the service: 200 where the function runs with all its settings and the table
        answers, 503 where the table does not. It reads one small item, and nobody's data.`,
      },
      examples: { works: { as: 'nobody' } },
    },
    getOpenapi: {
      description: {
        zh: `本文档，OpenAPI 3.1 格式：每个接口的参数、响应和失败原因，各有示例。文字为中文；\`Accept-Language\`
          首选英文时为英文。只随版本变化，可缓存五分钟；\`Accept-Encoding\` 允许时压缩传送，\`If-None-Match\` 与 \`ETag\`
          相符时返回 304。`,
        en: `This document, OpenAPI 3.1: every call with its parameters, answers and reasons for
        failure, each with an example. Its texts are Chinese, English where \`Accept-Language\` prefers it. It changes with
        a release only and may be kept for five minutes; it comes compressed where \`Accept-Encoding\` lets it, and 304
        where \`If-None-Match\` names its \`ETag\`.`,
      },
      examples: { document: { as: 'nobody' } },
      excerpt: ['openapi', 'servers'],
    },
  },
};
