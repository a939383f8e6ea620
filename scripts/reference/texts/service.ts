import type { Documentation } from './documentation.ts';

export const documentation: Documentation = {
  about: 'The service itself',
  operations: {
    getDocs: {
      description: `This description as a page: sign in on top, unfold a call, *Try it out*. It loads nothing from
        elsewhere; it comes compressed where \`Accept-Encoding\` lets it, and 304 where \`If-None-Match\` names its
        \`ETag\`.`,
      examples: { page: { as: 'nobody' } },
      excerpt: 100,
    },
    checkHealth: {
      description: `For whoever watches over the service: 200 where the function runs with all its settings and the table
        answers, 503 where the table does not. It reads one small item, and nobody's data.`,
      examples: { works: { as: 'nobody' } },
    },
    getOpenapi: {
      description: `This document, OpenAPI 3.1: every call with its parameters, answers and reasons for
        failure, each with an example. It changes with a release only and may be kept for five minutes; it comes
        compressed where \`Accept-Encoding\` lets it.`,
      examples: { document: { as: 'nobody' } },
      excerpt: ['openapi', 'servers'],
    },
  },
};
