import type { Demand } from './consumption';
import { daylight, type Weather } from './weather';
import { comfort, presence, ventilation } from './working-hours';

/** Lighting and sockets of a floor in kW. They depend on occupancy, and daylight reduces them. */
export function lightingDemand(baseKw: number, peakKw: number): Demand {
  return (day) => {
    const [people, light] = [presence(day), daylight(day)];
    return (minute) => baseKw + (peakKw - baseKw) * people(minute) * (1 - 0.2 * light(minute));
  };
}

/** Electric power for cooling and heating the rooms of one floor, kW. */
export function floorHvacDemand(weather: Weather, peakKw: number): Demand {
  return (day) => {
    const meanC = weather.dayMeanC(day);
    const need = Math.min(1, 0.25 + Math.max(0, meanC - 15) / 12 + Math.max(0, 8 - meanC) / 25);
    const level = comfort(day);
    return (minute) => peakKw * (0.06 + 0.94 * need * level(minute));
  };
}

/** Power of the common plant, kW: air handler, pumps, lifts, server room. */
export function plantDemand(baseKw: number, fanKw: number): Demand {
  return (day) => {
    const [fans, people] = [ventilation(day), presence(day)];
    return (minute) => baseKw + fanKw * fans(minute) + 1.5 * people(minute);
  };
}

/** Gas in m³/h for heating and hot water. Heating depends on the outside temperature and the heating hours. */
export function gasDemand(weather: Weather, m3PerHourAndKelvin: number): Demand {
  return (day) => {
    const missingK = Math.max(0, 15.5 - weather.dayMeanC(day));
    const [level, people] = [comfort(day), presence(day)];
    return (minute) =>
      0.05 + m3PerHourAndKelvin * missingK * (0.2 + 0.8 * level(minute)) + 0.3 * people(minute);
  };
}

/** Drinking water, m³/h. */
export function waterDemand(peakM3PerHour: number): Demand {
  return (day) => {
    const people = presence(day);
    return (minute) => 0.015 + peakM3PerHour * people(minute);
  };
}
