//! Initial data of a bracket's page.

use serde_json::json;
use serde_json::value::RawValue;

use super::{cache, share};
use crate::tournaments;
use manao_kernel::app::App;
use manao_kernel::pages::{CachedAnswer, Content, PageRequest, PageSource, Reply};
use manao_kernel::problem::{Problem, codes};

/// A larger bracket is fetched by the browser, so that the page itself does not wait for it.
const LARGEST: usize = 96 * 1024;

pub fn sources() -> Vec<PageSource> {
    vec![PageSource::new("bracket", |app, asked| Box::pin(bracket(app, asked)))]
}

/// Returns the tournament's page, with a published bracket of moderate size.
async fn bracket(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let mut content = match tournaments::page(app, asked).await? {
        Reply::Found(content) => content,
        absent => return Ok(absent),
    };
    let named = asked.query("stage");
    let stage = named.and_then(|stage| stage.parse::<i32>().ok()).filter(|stage| *stage > 0);
    let (Ok(id), true) = (asked.param("id").parse(), named.is_some() == stage.is_some()) else {
        return Ok(Reply::Found(content));
    };
    let answer = match cache::published(app, id, stage, None).await {
        Ok(answer) if answer.len() <= LARGEST => answer,
        Ok(_) => return Ok(Reply::Found(content)),
        Err(problem) if [codes::bracket_not_found, codes::stage_not_found].contains(&problem.code()) => {
            return Ok(Reply::Found(content));
        }
        Err(problem) => return Err(problem),
    };
    content.share = content.share.map(|card| share::card(card, &answer, asked.lang)).transpose()?;
    let answer = CachedAnswer::new(json!(["bracket", id, stage]), &serde_json::from_slice::<Box<RawValue>>(&answer)?)?;
    let shared = asked.given(&[], &[("stage", 1), ("group", 0)]);
    Ok(Reply::Found(Content { shared, ..content.with(Some(answer)) }))
}
