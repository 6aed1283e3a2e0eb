//! Database statements of a request, counted in the server's own log.

use anyhow::{Context, Result};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use super::seed;
use crate::load::statements;
use crate::shop::Shop;

/// Returns the statements of the first request of each kind, and of the same one again.
pub async fn count(entrants: i32) -> Result<Vec<(&'static str, usize, usize)>> {
    let shop = Shop::logged().await?;
    let db = shop.database().await?;
    let (captain, promoter) = (shop.sign_in(1000).await?, shop.sign_in_as("promoter").await?);
    let team = seed::captains(&db).await?.pop().context("no team")?;
    let tournament = seed::open_tournament(&db, 8).await?;
    let desk = seed::desk(&db, entrants).await?;
    let get = |path: String| shop.http.get(format!("{}{path}", shop.url));
    let post = |path: &str, body: &Value| shop.http.post(format!("{}/api{path}", shop.url)).json(body);
    let players: Vec<Value> =
        team.players.iter().map(|player| json!({"userId": player, "gameId": format!("2{player:07}"), "role": "main"})).collect();
    let entry = json!({"tournamentId": tournament, "teamId": team.id, "players": players});
    let list = json!({"phase": "register", "page": 1, "perPage": 24});
    let table = json!({"tournamentId": desk});
    let waiting: Vec<i64> = sqlx::query_scalar("select id from esports.entrants where tournament_id = $1 order by id")
        .bind(desk)
        .fetch_all(&db)
        .await?;
    let (first, others) = waiting.split_first().context("nobody at the desk")?;
    let rejected = json!({"status": "reject", "reason": "A statement is counted", "ids": others});
    let asked: Vec<(&'static str, RequestBuilder)> = vec![
        ("list of tournaments, page", get("/esport/tournament".to_owned())),
        ("a tournament, page", get(format!("/esport/tournament/{tournament}"))),
        ("a tournament, call", get(format!("/api/tournament/get/{tournament}"))),
        ("filtered list, call", post("/tournament/tournamentlist", &list)),
        ("a team, call", get(format!("/api/tournament/get/teamdetail/{}", team.id))),
        (
            "what I am to a tournament",
            post("/tournament/get-join-tournament", &json!({"tournamentId": tournament})).bearer_auth(&captain.token),
        ),
        ("a team of five enters", post("/tournament/save-register-tournament", &entry).bearer_auth(&captain.token)),
        ("the desk's table", post("/registration/entrants", &table).bearer_auth(&promoter.token)),
        (
            "entrants rejected, the second time refused",
            post(&format!("/tournament/update/contestant_status/{first}"), &rejected).bearer_auth(&promoter.token),
        ),
        (
            "players exported",
            get(format!("/api/tournament/export-player/{desk}/bracket?as=csv&lang=th")).bearer_auth(&promoter.token),
        ),
    ];
    let mut counted = Vec::new();
    for (name, request) in asked {
        let again = request.try_clone().context("a request that cannot be sent twice")?;
        counted.push((name, statements(&shop, request).await.context(name)?, statements(&shop, again).await.context(name)?));
    }
    Ok(counted)
}
