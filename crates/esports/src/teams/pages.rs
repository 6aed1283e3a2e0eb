//! Page data of teams and players. The keys must equal those of the web.

use serde_json::json;

use super::{player, search, store};
use crate::pages::TEAM;
use manao_kernel::app::App;
use manao_kernel::pages::{CachedAnswer, Content, PageRequest, PageSource, Reply};
use manao_kernel::paging::Paging;
use manao_kernel::problem::{Problem, codes};

/// Teams on a page of the list, as the web requests them.
const PER_PAGE: u32 = 24;

pub fn sources() -> Vec<PageSource> {
    vec![
        PageSource::new("team", |app, asked| Box::pin(team(app, asked))),
        PageSource::new("player", |app, asked| Box::pin(one_player(app, asked))),
        PageSource::new("teams", |app, asked| Box::pin(teams(app, asked))),
    ]
}

async fn team(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let Some(id) = id(asked) else { return Ok(Reply::Missing) };
    let team = match store::team(app, id, None).await {
        Ok(team) => team,
        Err(problem) if problem.code() == codes::team_not_found => return Ok(Reply::Missing),
        Err(problem) => return Err(problem),
    };
    let own = asked.address(&TEAM.address([&id]));
    let people = team.members.iter().map(|member| json!({"@type": "Person", "name": member.person.display_name}));
    let thing = json!({
        "@context": "https://schema.org",
        "@type": "SportsTeam",
        "name": team.name,
        "url": own,
        "sport": "Esports",
        "athlete": people.collect::<Vec<_>>()
    });
    let content = Content {
        name: team.name.clone(),
        unindexed: team.disbanded,
        canonical: Some(vec![("id", id.to_string())]),
        things: vec![thing],
        ..Content::default()
    };
    Ok(Reply::Found(content.with(Some(CachedAnswer::new(json!(["team", id]), &team)?))))
}

async fn one_player(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let Some(id) = id(asked) else { return Ok(Reply::Missing) };
    let player = match player::player(app, id, None, asked.lang).await {
        Ok(player) => player,
        Err(problem) if problem.code() == codes::user_not_found => return Ok(Reply::Missing),
        Err(problem) => return Err(problem),
    };
    // People must not be found in a search engine by the games they play.
    let content = Content {
        name: player.person.display_name.clone(),
        unindexed: true,
        canonical: Some(vec![("id", id.to_string())]),
        ..Content::default()
    };
    Ok(Reply::Found(content.with(Some(CachedAnswer::new(json!(["player", id]), &player)?))))
}

async fn teams(app: &App, asked: &PageRequest<'_>) -> Result<Reply, Problem> {
    let query = asked.query("q").unwrap_or_default();
    let page = asked.query("page").and_then(|page| page.parse().ok()).unwrap_or(1).max(1);
    let found = search::teams(app, query, Paging::new(page, PER_PAGE)).await?;
    let content =
        Content { unindexed: !query.is_empty() || page > 1, shared: asked.given(&["q"], &[("page", 2)]), ..Content::default() };
    Ok(Reply::Found(content.with(Some(CachedAnswer::new(json!(["teamList", query, page]), &found)?))))
}

/// Returns the number in the path, only in its canonical spelling.
fn id(asked: &PageRequest<'_>) -> Option<i64> {
    let text = asked.param("id");
    text.parse().ok().filter(|id: &i64| id.to_string() == text)
}
