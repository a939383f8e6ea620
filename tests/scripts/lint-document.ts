import type { RulesetDefinition } from '@stoplight/spectral-core';

// Linters are loaded when they are needed: somebody who documents an endpoint runs other tests of the document.

/** The findings of Redocly's recommended rules, errors and warnings: rule, message and place. */
export async function lintWithRedocly(text: string): Promise<string[]> {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  // The service has no licence to name. Two forms of an answer differ in what they require and in the type of `body`,
  // which the last rule does not look at.
  const rules = {
    'info-license': 'off',
    'no-illogical-composition-keywords': 'off',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer ?? ''}`);
}

/** The findings of Spectral's recommended rules for OpenAPI, errors and warnings: rule, message and place. */
export async function lintWithSpectral(text: string): Promise<string[]> {
  const { Spectral } = await import('@stoplight/spectral-core');
  const { oas } = await import('@stoplight/spectral-rulesets');
  const spectral = new Spectral();
  // Its two packages do not agree on the type that one makes for the other.
  spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  const problems = await spectral.run(text);
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}
