//! Teams: their life, races over their members, and their part in tournaments.

mod life;
mod races;
mod stage;
mod tournaments;

use crate::support::{Client, World};

/// Invites people by the function that registration uses; returns the outcome of each: a status, or the code of the refusal.
async fn invite(world: &World, captain: &Client, team_id: i64, people: &[i64]) -> Vec<String> {
    let invited = manao_esports::teams::invite(&world.app, captain.user_id, team_id, people).await.unwrap();
    let outcome = invited.into_iter().map(|one| match one.outcome {
        Ok(status) => format!("{status:?}"),
        Err(problem) => problem.code().name.to_owned(),
    });
    outcome.collect()
}
