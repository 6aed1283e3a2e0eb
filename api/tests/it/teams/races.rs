//! Two simultaneous actions: one consistent outcome, and a code for the other.

use futures_util::future::join_all;
use serde_json::json;

use super::stage::{count, detail, ids, inbox, team};
use crate::support::{Answer, Client, World};

fn losers(answers: Vec<Answer>, code: &str) -> usize {
    let lost: Vec<_> = answers.into_iter().filter(|answer| !answer.status.is_success()).collect();
    let count = lost.len();
    for answer in lost {
        answer.refused(409, code);
    }
    count
}

async fn offer(person: &Client, team_id: i64) -> i64 {
    person.post(&format!("/tournament/join-team/{team_id}"), json!({})).await.ok()["offer"]["id"].as_i64().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_captains_who_accept_a_person_one_wins() {
    let world = World::with(|settings| settings.membership_offers_per_minute = 1_000).await;
    let captains = [world.user("mali").await, world.user("chai").await];
    let teams = [team(&captains[0], "Limes").await, team(&captains[1], "Figs").await];
    for round in 0..8 {
        let person = world.user(&format!("person{round}")).await;
        let offers = [offer(&person, teams[0]).await, offer(&person, teams[1]).await];
        let accepts = captains
            .iter()
            .zip(offers)
            .map(async |(captain, offer)| captain.post(&format!("/tournament/accept-request/{offer}"), json!({})).await);
        assert_eq!(losers(join_all(accepts).await, "team_person_taken"), 1, "round {round}");
        assert_eq!(count(&world, "select count(*) from esports.team_members where user_id = $1", person.user_id).await, 1);
        let states = "select count(*) from esports.membership_offers where user_id = $1 and status in ('accepted', 'cancelled')";
        assert_eq!(count(&world, states, person.user_id).await, 2, "the other offer ended in the same moment");
        assert_eq!(inbox(&person).await, ["team_request_accepted"]);
        // A full team must not hold up the next round.
        person.post(&format!("/tournament/leave-team/{}", team_of(&world, person.user_id).await), json!({})).await.ok();
    }
}

async fn team_of(world: &World, user_id: i64) -> i64 {
    count(world, "select team_id from esports.team_members where user_id = $1", user_id).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_invitations_accepted_at_once_one_holds() {
    let world = World::with(|settings| settings.membership_offers_per_minute = 1_000).await;
    let captains = [world.user("mali").await, world.user("chai").await];
    let teams = [team(&captains[0], "Limes").await, team(&captains[1], "Figs").await];
    for round in 0..8 {
        let person = world.user(&format!("person{round}")).await;
        for (captain, team) in captains.iter().zip(teams) {
            assert_eq!(super::invite(&world, captain, team, &[person.user_id]).await, ["Invited"]);
        }
        let mine = person.get("/tournament/get-join-team-request-id").await.ok();
        let devices = [person.clone(), world.session(person.user_id).await];
        let accepts = mine["invitations"].as_array().unwrap().iter().zip(&devices).map(async |(offer, device)| {
            device.post(&format!("/tournament/accept-invite-user/{}", offer["id"]), json!({})).await
        });
        assert_eq!(losers(join_all(accepts).await, "team_already_joined"), 1, "round {round}");
        let joined = team_of(&world, person.user_id).await;
        let held = "select count(*) from esports.membership_offers where user_id = $1 and status = 'accepted'";
        assert_eq!(count(&world, held, person.user_id).await, 1);
        person.post(&format!("/tournament/leave-team/{joined}"), json!({})).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn invited_and_asking_at_once_is_a_membership() {
    let world = World::with(|settings| settings.membership_offers_per_minute = 1_000).await;
    let mali = world.user("mali").await;
    let id = team(&mali, "Limes").await;
    for round in 0..8 {
        let person = world.user(&format!("person{round}")).await;
        let path = format!("/tournament/join-team/{id}");
        let (invited, asked) =
            tokio::join!(super::invite(&world, &mali, id, std::slice::from_ref(&person.user_id)), person.post(&path, json!({})));
        let status = asked.ok()["status"].as_str().unwrap().to_owned();
        // The later one met the other's offer.
        assert!(
            [("Invited", "joined"), ("Joined", "requested")].contains(&(invited[0].as_str(), status.as_str())),
            "{invited:?} {status}"
        );
        assert_eq!(team_of(&world, person.user_id).await, id, "round {round}");
        assert_eq!(count(&world, "select count(*) from esports.membership_offers where user_id = $1", person.user_id).await, 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_name_goes_to_one_team_and_one_person_makes_one() {
    let world = World::new().await;
    let mut people = Vec::new();
    for number in 0..6 {
        people.push(world.user(&format!("person{number}")).await);
    }
    let names = ["Lime Squad", "LIME SQUAD", "Lіme Squad", "1ime squad", "Ｌｉｍｅ Squad", "Lirne-Squad"];
    let made = people
        .iter()
        .zip(names)
        .map(async |(person, name)| person.post("/tournament/create-team", json!({"name": name, "shortName": "LS"})).await);
    let refused = join_all(made).await.into_iter().filter(|answer| !answer.status.is_success()).map(|answer| {
        assert_eq!(answer.refused(422, "fields_invalid")["fields"], json!({"name": "team_name_taken"}));
    });
    assert_eq!(refused.count(), 5);

    let person = world.user("both").await;
    let tabs = [person.clone(), world.session(person.user_id).await];
    let made = tabs
        .iter()
        .zip(["Fig", "Plum"])
        .map(async |(tab, name)| tab.post("/tournament/create-team", json!({"name": name, "shortName": "FP"})).await);
    assert_eq!(losers(join_all(made).await, "team_already_joined"), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_seat_is_taken_once() {
    let world = World::with(|settings| {
        settings.membership_offers_per_minute = 1_000;
        settings.team_members_most = 3;
    })
    .await;
    let mali = world.user("mali").await;
    let id = team(&mali, "Limes").await;
    let mut offers = Vec::new();
    for number in 0..6 {
        offers.push(offer(&world.user(&format!("person{number}")).await, id).await);
    }
    let accepts = offers.iter().map(async |offer| mali.post(&format!("/tournament/accept-request/{offer}"), json!({})).await);
    assert_eq!(losers(join_all(accepts).await, "team_full"), 4);
    assert_eq!(ids(&detail(&mali, id).await).len(), 3);
}
