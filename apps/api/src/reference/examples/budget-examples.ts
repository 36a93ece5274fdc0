import {
  BenchmarkDto,
  BudgetChangesDto,
  BudgetDto,
  BudgetInputDto,
  BudgetStateDto,
} from '../../features/budgets/budgets.dto';
import { ExampleSet } from '../example-set';

const BUDGET = {
  id: 1,
  areaId: 1,
  energyType: 'electricity',
  year: 2026,
  months: [42_000, 38_500, 36_000, 31_000, 27_500, 26_000, 27_000, 26_500, 27_500, 31_500, 36_500, 41_000],
} satisfies BudgetDto;

export const BUDGET_EXAMPLES = new ExampleSet()
  .add(BudgetInputDto, { areaId: 1, year: 2026, months: BUDGET.months })
  .add(BudgetChangesDto, { months: BUDGET.months })
  .add(BudgetDto, BUDGET)
  .add(BudgetStateDto, {
    month: 11,
    budget: 36_500,
    actual: 25_310.75,
    coverage: 0.998611,
    expected: 24_333.333,
    forecast: 37_902.4,
    willMiss: true,
    method: 'typicalDays',
    missing: null,
  })
  .add(BenchmarkDto, {
    areaId: 1,
    kwhPerM2: 96.412,
    costPerM2: 27.18,
    currency: 'EUR',
    kgPerM2: 35.19,
    coverage: 0.999,
    reference: 110,
    use: 'Office',
    builtYear: 1998,
    rank: 1,
  });
