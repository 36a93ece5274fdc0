import { say } from '@app/kernel';
import { BillDto, SharedBillDto } from '../../features/bills/bills.dto';
import {
  ContractChangesDto,
  ContractDto,
  ContractInputDto,
  DemandForecastDto,
  SupplierBillInputDto,
} from '../../features/bills/contracts.dto';
import {
  PriceImportDto,
  PriceSeriesChangesDto,
  PriceSeriesDto,
  PriceSeriesInputDto,
} from '../../features/bills/price-series.dto';
import { ExampleSet } from '../example-set';

const CONTRACT = {
  id: 1,
  name: 'Municipal utility, medium voltage',
  areaId: 1,
  energyType: 'electricity',
  currency: 'EUR',
  parts: [
    {
      validFrom: '2026-01-01',
      standing: { perMonth: 42.5 },
      energy: {
        periods: [
          { days: [1, 2, 3, 4, 5], from: '07:00', to: '20:00', pricePerKwh: 0.2134 },
          { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', pricePerKwh: 0.1675 },
        ],
      },
      demand: {
        pricePerKw: 8.9,
        windowMinutes: 15,
        sliding: false,
        basis: 'ratchet',
        ratchetShare: 0.8,
        floorKw: 30,
        contractKw: 60,
      },
      leviesPerKwh: 0.0205,
      vatPercent: 19,
    },
  ],
  supplierBills: [{ month: '2026-03', total: 3218.4 }],
} satisfies ContractDto;

const MONTH = { from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z' };

export const BILL_EXAMPLES = new ExampleSet()
  .add(ContractInputDto, {
    name: CONTRACT.name,
    areaId: 1,
    currency: 'EUR',
    parts: CONTRACT.parts,
  })
  .add(ContractChangesDto, { name: 'Municipal utility' })
  .add(ContractDto, CONTRACT)
  .add(DemandForecastDto, {
    windowStart: '2026-03-02T09:15:00.000Z',
    windowMinutes: 15,
    currentKw: 71.2,
    expectedKw: 63.48,
    contractKw: 60,
    willExceed: true,
  })
  .add(SupplierBillInputDto, { month: '2026-03', total: 3218.4 })
  .add(PriceSeriesInputDto, { name: 'Day-ahead', currency: 'EUR' })
  .add(PriceSeriesChangesDto, { url: 'https://prices.example.org/de-lu.csv?key=7Kd2' })
  .add(PriceSeriesDto, {
    id: 1,
    name: 'Day-ahead',
    currency: 'EUR',
    unit: 'kWh',
    source: {
      url: 'https://prices.example.org/de-lu.csv',
      triedAt: '2026-03-29T11:00:40.000Z',
      fetchedAt: '2026-03-29T11:00:40.000Z',
      failure: null,
    },
  })
  .add(PriceImportDto, {
    prices: 96,
    first: '2026-02-28T23:00:00.000Z',
    last: '2026-03-01T22:45:00.000Z',
  })
  .add(BillDto, {
    month: '2026-03',
    lines: [
      {
        kind: 'standing',
        ...MONTH,
        quantity: 1,
        unit: 'month',
        price: 42.5,
        amount: 42.5,
        explanation: [say('bill_line_days', { days: 31, all: 31 })],
      },
      {
        kind: 'energy',
        ...MONTH,
        quantity: 6120.25,
        unit: 'kWh',
        price: 0.2134,
        amount: 1306.06,
        explanation: [say('bill_line_hours', { hours: 286 })],
      },
      {
        kind: 'energy',
        ...MONTH,
        quantity: 4893.5,
        unit: 'kWh',
        price: 0.1675,
        amount: 819.66,
        explanation: [say('bill_line_hours', { hours: 457 })],
      },
      {
        kind: 'levies',
        ...MONTH,
        quantity: 11_013.75,
        unit: 'kWh',
        price: 0.0205,
        amount: 225.78,
        explanation: [say('bill_line_price', { from: '2026-03-01', to: '2026-03-31', since: '2026-01-01' })],
      },
      {
        kind: 'demand',
        ...MONTH,
        quantity: 31.25,
        unit: 'kW',
        price: 8.9,
        amount: 278.13,
        explanation: [
          say('bill_line_peak', { minutes: 15, power: 31.25, unit: 'kW', time: '2026-03-12 08:30' }),
        ],
      },
    ],
    net: 2672.13,
    vat: 507.7,
    total: 3179.83,
    currency: 'EUR',
    coverage: 1,
    missing: [],
    supplierTotal: 3218.4,
    difference: 38.57,
  })
  .add(SharedBillDto, {
    month: '2026-03',
    net: 2672.13,
    vat: 507.7,
    total: 3179.83,
    currency: 'EUR',
    shares: [
      { areaId: 2, quantity: 7342.5, net: 1781.42, vat: 338.47, total: 2119.89 },
      { areaId: null, quantity: 3671.25, net: 890.71, vat: 169.23, total: 1059.94 },
    ],
    missing: [],
  });
