import type { components } from '../api/plantroom';
import { defineTranslations } from '../i18n/define-texts';

/** The weather provider describes the weather in English. Its icons stand for these kinds of weather. */
const useChinese = defineTranslations('weather', {
  '01': '晴',
  '02': '少云',
  '03': '多云',
  '04': '阴',
  '09': '阵雨或毛毛雨',
  '10': '雨',
  '11': '雷阵雨',
  '13': '雪',
  '50': '雾、霾或沙尘',
});

/** Returns a function that describes the weather. */
export function useWeatherText(): (weather: components['schemas']['WeatherConditionsDto']) => string {
  const chinese = useChinese();
  return ({ icon, description }) => {
    const kind = icon.slice(0, 2);
    const text = chinese?.(kind as Parameters<typeof chinese>[0]) ?? kind;
    return text === kind ? description : text;
  };
}
