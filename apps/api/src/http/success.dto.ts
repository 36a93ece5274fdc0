/** The answer of a route that has nothing else to tell. */
export class SuccessDto {
  success: boolean;
}
