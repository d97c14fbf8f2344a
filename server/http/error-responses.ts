/** The response of hosted Supabase's gateway for an unknown path. */
export function notFound(): Response {
  return Response.json({ message: "no Route matched with those values" }, { status: 404 });
}

/** An error in PostgREST's shape. */
export function restError(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, details: null, hint: null, message }, { status, headers });
}

/** An error in GoTrue's shape. */
export function authError(
  status: number,
  errorCode: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { code: status, error_code: errorCode, msg: message },
    { status, headers: { "x-sb-error-code": errorCode, ...headers } },
  );
}
