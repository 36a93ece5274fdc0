import type { Trigger } from './workflow';
import { variableWarnings } from './variable-warnings';

const MANUAL: Trigger = { type: 'manual', config: {} };
const VARIABLES = ['FACILITIES_MAIL', 'SITE'];

const waiting = (until: string) => [{ id: 'wait', type: 'delay', config: { until } }];

describe('variableWarnings', () => {
  it('reports a misspelt variable, and suggests the similar one', async () => {
    const nodes = waiting('{{ env.FACILITES_MAIL }}');
    expect(await variableWarnings({ trigger: MANUAL, nodes }, VARIABLES)).toMatchObject([
      {
        path: 'nodes[0].config.until',
        message:
          'has an invalid expression at character 8: There is no "FACILITES_MAIL" in env. Did you mean FACILITIES_MAIL?',
      },
    ]);
    const trigger = { type: 'event', config: { event: 'alert.raised', condition: "env.SIDE === 'North'" } };
    expect(await variableWarnings({ trigger, nodes: [] }, VARIABLES)).toMatchObject([
      { path: 'trigger.config.condition', message: 'There is no "SIDE" in env. Did you mean SITE?' },
    ]);
  });

  it.each([
    ['a known variable', waiting('{{ env.SITE }}'), VARIABLES],
    ['a computed name', waiting('{{ env[variables.name] }}'), VARIABLES],
    ['a parameter called env', waiting('{{ [{ X: 1 }].map(env => env.X)[0] }}'), VARIABLES],
    ['another problem', waiting('{{ environment }}'), VARIABLES],
    ['another unknown variable', waiting("{{ env.UNTIL ?? '2026-01-01' }}"), VARIABLES],
    ['any variable if this process has none', waiting('{{ env.UNTIL }}'), []],
  ])('does not report %s', async (_, nodes, variables) => {
    expect(await variableWarnings({ trigger: MANUAL, nodes }, variables)).toEqual([]);
  });
});
