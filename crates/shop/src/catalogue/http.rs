//! The catalogue's calls. Every path serves the same schema; the path only shows which part of the shop is asking.

use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::UtoipaMethodRouterExt as _;
use utoipa_axum::routes;

use crate::refusals::CATALOGUE;

use manao_kernel::Feature;
use manao_kernel::access::Who;

use super::limits;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// A GraphQL request: one query of `/api/schema.graphql`. Variables are plain values; other members are ignored.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogueQuery {
    pub query: String,
    pub variables: Option<serde_json::Map<String, serde_json::Value>>,
    pub operation_name: Option<String>,
}

/// A GraphQL response. A query that cannot be answered gets a problem: `query_invalid` with the first `errors`, or `query_too_costly`.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct CatalogueAnswer {
    pub data: serde_json::Value,
}

/// Time that the first request after a start waits for the catalogue.
const PATIENCE: Duration = Duration::from_secs(5);

async fn answer(app: &App, body: &Bytes) -> Result<Response, Problem> {
    let answers = super::answers_of(app);
    if !answers.ready(PATIENCE).await {
        return Err(codes::service_unavailable.into());
    }
    let answer = answers.answer(body, app.now()).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}

/// The catalogue's schema, in GraphQL's own language.
#[utoipa::path(get, path = "/schema.graphql", operation_id = "schema", tag = "catalogue",
    responses((status = 200, description = "The schema", body = String, content_type = "text/plain")))]
async fn schema(State(app): State<App>) -> String {
    super::answers_of(&app).schema()
}

macro_rules! catalogue_calls {
    ($($name:ident $path:literal $summary:literal),* $(,)?) => {
        $(
            #[doc = $summary]
            #[utoipa::path(post, path = $path, operation_id = stringify!($name), tag = "catalogue", request_body = CatalogueQuery,
                responses((status = 200, description = "A GraphQL response", body = CatalogueAnswer)))]
            async fn $name(State(app): State<App>, body: Bytes) -> Result<Response, Problem> {
                answer(&app, &body).await
            }
        )*
        /// The paths of the catalogue, as the server sees them.
        pub const PATHS: &[&str] = &[$(concat!("/api", $path)),*];

        pub fn calls() -> Feature {
            Feature::new()
                $(.call(routes!($name).layer(DefaultBodyLimit::max(limits::BODY)), Who::Public.refuses(&[CATALOGUE])))*
                .call(routes!(schema), Who::Public)
        }
    };
}

catalogue_calls! {
    home "/home" "The home page: banners, shelves, flash sales, latest deliveries (GraphQL).",
    product "/product" "Games and their packages (GraphQL).",
    shelf_bases "/shelf-bases" "Shelves (GraphQL).",
    banner_in_page "/banner-in-page" "Banners of one page (GraphQL).",
    flash_sale "/flash-sale" "Flash sales that run now (GraphQL).",
    app_config "/app-config" "The shop's configuration: display mode, names (GraphQL).",
    faq "/faq" "Questions and answers (GraphQL).",
    maintenance "/maintenance" "A planned closing, if there is one (GraphQL).",
    promotion "/promotion" "Promotions of the catalogue (GraphQL).",
    game_review "/game-review" "Games as articles refer to them (GraphQL).",
}
