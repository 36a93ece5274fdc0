import { Environment } from '@app/config';
import { graphWith } from '../../../../../test/factories/workflow-inputs';
import { problemsOf } from './definition-rules';

describe('problemsOf', () => {
  it('lets the event loop run while it checks many expressions', async () => {
    const value = Array<string>(50).fill('{{ 1 }}'.repeat(1000));
    const definition = graphWith({ id: 'set', type: 'variable', config: { name: 'x', value } });
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const problems = await problemsOf(definition, { type: 'manual', config: {} }, new Environment());
    clearInterval(timer);
    expect(problems).toEqual([]);
    expect(turns).toBeGreaterThan(2);
  });
});
