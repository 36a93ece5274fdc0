import 'reflect-metadata';
import { readWeather } from './weather-answer';

const ANSWER = {
  coord: { lon: 13.4, lat: 52.5 },
  weather: [{ id: 803, main: 'Clouds', description: 'broken clouds', icon: '04d' }],
  main: { temp: 18.42, feels_like: 18.1, pressure: 1016, humidity: 67 },
  wind: { speed: 4.1, deg: 250 },
  dt: 1_774_771_200,
  name: 'Berlin',
};

describe('readWeather', () => {
  it('reads the current weather of OpenWeatherMap', () => {
    expect(readWeather(JSON.stringify(ANSWER))).toEqual({
      temperatureC: 18.42,
      humidityPercent: 67,
      description: 'broken clouds',
      icon: '04d',
      windMetersPerSecond: 4.1,
      observedAt: '2026-03-29T08:00:00.000Z',
    });
  });

  it.each<[string, unknown]>([
    ['JSON object', '<html>'],
    ['JSON object', '[]'],
    ['JSON object', 'null'],
    ['main', { ...ANSWER, main: undefined }],
    ['main', { ...ANSWER, main: 'warm' }],
    ['main.temp', { ...ANSWER, main: { temp: '18', humidity: 67 } }],
    ['main.temp', { ...ANSWER, main: { temp: 291.5, humidity: 67 } }],
    ['main.humidity', { ...ANSWER, main: { temp: 18 } }],
    ['wind', { ...ANSWER, wind: null }],
    ['weather', { ...ANSWER, weather: [] }],
    ['weather[0].icon', { ...ANSWER, weather: [{ description: 'rain', icon: '../x' }] }],
    ['dt', { ...ANSWER, dt: 1e300 }],
  ])('refuses an answer with a wrong %s', (what, answer) => {
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    expect(() => readWeather(text)).toThrow(what);
  });
});
