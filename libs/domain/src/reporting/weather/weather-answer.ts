import type { WeatherConditions } from '@app/entities';
import { DomainError, validationDetails } from '@app/kernel';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator';

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

class Measurements {
  /** °C. */
  @IsNumber() @Min(-100) @Max(100) temp: number;
  /** Percent. */
  @IsNumber() @Min(0) @Max(100) humidity: number;
}

class Wind {
  /** Metres per second. */
  @IsNumber() @Min(0) @Max(200) speed: number;
}

class Words {
  @IsString() @MaxLength(200) description: string;
  @Matches(/^\w{1,16}$/) icon: string;
}

/** The part of OpenWeatherMap's current weather that is used. */
class CurrentWeather {
  @IsObject() @ValidateNested() @Type(() => Measurements) main: Measurements;
  @IsObject() @ValidateNested() @Type(() => Wind) wind: Wind;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => Words)
  weather: [Words];
  /** Seconds since 1970. */
  @IsInt() @Min(0) @Max(LAST_SECOND) dt: number;
}

/** @throws DomainError `invalid` if the text is not current weather in metric units */
export function readWeather(text: string): WeatherConditions {
  const answer = plainToInstance(CurrentWeather, parsed(text));
  const [fault] = validationDetails(validateSync(answer, { forbidUnknownValues: true }));
  if (fault) throw unusable(`${fault.path} ${fault.message}`);
  const { main, wind, dt } = answer;
  const [{ description, icon }] = answer.weather;
  return {
    temperatureC: main.temp,
    humidityPercent: main.humidity,
    description,
    icon,
    windMetersPerSecond: wind.speed,
    observedAt: new Date(dt * 1000).toISOString(),
  };
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Invalid JSON is reported below, like JSON that is not an object.
  }
  throw unusable('the answer is not a JSON object');
}

function unusable(reason: string): DomainError {
  return DomainError.invalid(`The answer of the weather provider is not usable: ${reason}.`);
}
