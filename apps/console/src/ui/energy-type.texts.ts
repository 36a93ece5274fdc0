import { defineTexts } from '../i18n/define-texts';

/** The names of the energy types. */
export const useEnergyTypeTexts = defineTexts('energy-types', {
  en: {
    electricity: 'Electricity',
    gas: 'Gas',
    water: 'Water',
    heating: 'Heating',
    cooling: 'Cooling',
    reactive: 'Reactive energy',
  },
  zh: {
    electricity: '电',
    gas: '燃气',
    water: '水',
    heating: '供热',
    cooling: '供冷',
    reactive: '无功电量',
  },
});
