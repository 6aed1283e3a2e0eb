# syntax=docker/dockerfile:1
# One image for every role: manao (api, hub, migrate …), hub and the sandbox.

FROM node:22-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci
COPY web ./
COPY domain/thai_compounds.txt /src/domain/thai_compounds.txt
RUN npm run build

FROM rust:1.95-bookworm AS server
WORKDIR /src
COPY . .
COPY --from=web /src/web/dist web/dist
ENV SQLX_OFFLINE=true
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --release --locked -p manao-api -p manao-hub -p manao-sandbox \
 && mkdir /out && cp target/release/manao target/release/hub target/release/manao-sandbox /out/

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home /var/lib/manao --create-home manao
COPY --from=server /out/ /usr/local/bin/
COPY --from=web /src/web/dist /usr/share/manao/web
COPY crates/kernel/src/live/topics.json /usr/share/manao/topics.json
COPY LICENSE NOTICE crates/people/reference/places.LICENSE.md /usr/share/doc/manao/
COPY crates/kernel/fonts/LICENSE.txt /usr/share/doc/manao/OFL.txt
ENV WEB_DIST=/usr/share/manao/web HUB_TOPICS=/usr/share/manao/topics.json LOG_FORMAT=json MANAO_DATA=/var/lib/manao PORT=8080
USER manao
EXPOSE 8080
CMD ["manao", "api"]
