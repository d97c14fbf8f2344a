import { useMutationState } from "@tanstack/react-query";

/** The results of `pick` for each pending write of this kind, oldest first. */
export function usePending<Variables, Part = Variables>(
  mutationKey: readonly string[],
  pick?: (variables: Variables) => Part,
): Part[] {
  return useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => {
      const variables = state.variables as Variables;
      return pick ? pick(variables) : (variables as unknown as Part);
    },
  });
}
