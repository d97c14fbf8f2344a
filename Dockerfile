# Any Node.js of package.json's "engines"; pin a digest for builds that must be repeatable.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS release
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
RUN npm ci --omit=dev --no-audit --no-fund
COPY bin ./bin
COPY deploy ./deploy
COPY docs/examples ./docs/examples
COPY scripts ./scripts
COPY public ./public
COPY shared ./shared
COPY server ./server
COPY src ./src
COPY supabase ./supabase
COPY CHANGELOG.md LICENSE README.md tsconfig.json vite.config.ts ./
RUN node scripts/setup/run-typescript.mjs scripts/pack.ts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 FOYER_DATA_DIR=/data
# PostgreSQL runs under the same account, which root could not be.
RUN mkdir /data && chown node:node /data
RUN --mount=type=bind,from=release,source=/app/release,target=/release \
  npm install --global --no-audit --no-fund /release/foyer-*.tgz && npm cache clean --force
# Earlier documents name commands below it: `node dist/server/owner.js`.
WORKDIR /usr/local/lib/node_modules/foyer
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The server stops within five seconds of SIGTERM, the default stop signal.
CMD ["foyer", "start"]
