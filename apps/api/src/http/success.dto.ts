/** Done. */
export class SuccessDto {
  success: boolean;
}

/** What a DELETE answers. */
export const SUCCESS: Readonly<SuccessDto> = Object.freeze({ success: true });
