//! Creating a tournament.

use serde_json::{Value, json};

use super::shop::{day, edit, form, game, publish, told, with};
use crate::profile::pictures::{png, upload};
use crate::support::World;

#[tokio::test]
async fn a_tournament_grows_from_a_draft() {
    let world = World::new().await;
    let (promoter, helper, other) = (world.promoter("promoter").await, world.user("helper").await, world.promoter("other").await);
    // A draft needs almost nothing, and lists what is missing.
    let draft = promoter
        .post("/tournament/create", json!({"draft": true, "nameTh": "ถ้วย", "startAt": "2027-02-29T10:00:00Z"}))
        .await
        .ok();
    assert_eq!((&draft["phase"], &draft["version"]), (&json!("draft"), &json!(1)));
    assert_eq!(draft["missing"]["startAt"]["code"], "date_invalid");
    assert_eq!(draft["missing"]["gameId"]["code"], "field_required");
    assert_eq!(draft["staff"][0]["userId"], promoter.user_id);
    let id = draft["id"].as_i64().unwrap();
    // Only its promoter sees it.
    for path in [
        format!("/tournament/get/{id}"),
        format!("/tournament/get/tournament-banner-detail/{id}"),
        format!("/tournament/get/infomation-rule/{id}/th"),
    ] {
        world.anon().get(&path).await.refused(404, "tournament_not_found");
    }
    other.get(&format!("/tournament/form/{id}")).await.refused(404, "tournament_not_found");
    other.post("/tournament/update", edit(&draft, &json!({}))).await.refused(404, "tournament_not_found");
    let mine = promoter.get("/tournament/get/all-created-tournaments/1/10").await.ok();
    assert_eq!(
        (&mine["items"][0]["id"], &mine["items"][0]["name"]["en"], &mine["items"][0]["role"]),
        (&json!(id), &json!("ถ้วย"), &json!("promoter"))
    );
    assert!(mine["items"][0]["card"].is_null());
    // Two devices: the second does not overwrite changes that it has not seen.
    let saved = promoter.post("/tournament/update", edit(&draft, &json!({"nameEn": "Cup"}))).await.ok();
    assert_eq!((&saved["version"], &saved["form"]["nameEn"]), (&json!(2), &json!("Cup")));
    promoter.post("/tournament/update", edit(&draft, &json!({"nameEn": "Bowl"}))).await.refused(409, "tournament_changed");
    // It is not published before it is complete.
    let refused = promoter
        .post("/tournament/update", edit(&saved, &json!({"draft": false, "capacity": 4_097})))
        .await
        .refused(422, "fields_invalid");
    assert_eq!(
        (&refused["fields"]["startAt"], &refused["fields"]["capacity"]),
        (&json!("date_invalid"), &json!("capacity_invalid"))
    );
    assert!(refused["fieldMessages"]["gameId"].as_str().is_some_and(|text| !text.is_empty()));
    let whole = with(form(&world, "ถ้วย RoV").await, &json!({"assistants": [helper.user_id], "draft": false}));
    let state = promoter.post("/tournament/update", edit(&saved, &whole)).await.ok();
    assert_eq!((&state["phase"], &state["missing"], &state["locked"]), (&json!("upcoming"), &json!({}), &json!([])));
    let shown = world.anon().get(&format!("/tournament/get/{id}")).await.ok();
    assert_eq!(shown["name"], json!({"th": "ถ้วย RoV", "en": "Cup"}));
    assert_eq!(
        (&shown["prizeBaht"], &shown["elimination"], &shown["next"]["phase"]),
        (&json!(15_000), &json!("single"), &json!("register"))
    );
    assert_eq!((&shown["staff"][1]["userId"], &shown["staff"][1]["role"]), (&json!(helper.user_id), &json!("assistant")));
    assert_eq!(shown["stages"][0]["thirdPlace"], json!(true));
    assert_eq!(shown["live"]["topic"], format!("public:phase:{id}"));
    // No English rules: the answer has the Thai ones, and says so.
    let rules = world.anon().get(&format!("/tournament/get/infomation-rule/{id}/en")).await.ok();
    assert_eq!((&rules["lang"], &rules["name"], &rules["rules"]), (&json!("th"), &json!("Cup"), &json!("เล่นอย่างสุภาพ")));
    assert_eq!(told(&helper).await, ["tournament_staff_added"]);
    let log = helper.post("/tournament/revision", json!({"id": id})).await.ok();
    assert_eq!((&log["total"], &log["items"][0]["kind"]), (&json!(1), &json!("tournament_published")));
    promoter.post("/tournament/delete-draft", json!({"id": id})).await.refused(409, "tournament_published");
    // The next one starts as a copy of it, without its dates.
    let copy = promoter.post("/tournament/create", json!({"draft": true, "copyOf": id, "nameTh": "ครั้งต่อไป"})).await.ok();
    assert_eq!(
        (&copy["form"]["nameTh"], &copy["form"]["capacity"], &copy["form"]["startAt"]),
        (&json!("ครั้งต่อไป"), &json!(16), &Value::Null)
    );
    other.post("/tournament/create", json!({"draft": true, "copyOf": id})).await.refused(404, "tournament_not_found");
    promoter.post("/tournament/delete-draft", json!({"id": copy["id"]})).await.ok();
    promoter.get(&format!("/tournament/form/{}", copy["id"])).await.refused(404, "tournament_not_found");
}

#[tokio::test]
async fn what_cannot_be_published_says_why_at_its_field() {
    let world = World::new().await;
    let (promoter, suspended) = (world.promoter("promoter").await, world.suspended("suspended").await);
    let (student, unverified) = (world.promoter("student").await, world.unverified("unverified").await);
    let place = |kind: &'static str| {
        let db = world.app.db.clone();
        async move {
            let sql = "insert into people.organizations (code, type, name_th, name_en) values ($1 || '-of-test', $1, $1, $1) returning id";
            sqlx::query_scalar::<_, i64>(sql).bind(kind).fetch_one(&db).await.unwrap()
        }
    };
    let (school, university, company) = (place("school").await, place("university").await, place("organization").await);
    let studies = "insert into people.profiles (user_id, student_type, education_level, academy_id, updated_at) values ($1, 'student', 'university', $2, now())";
    sqlx::query(studies).bind(student.user_id).bind(university).execute(&world.app.db).await.unwrap();
    let (base, free_fire) = (form(&world, "ถ้วย RoV").await, game(&world, "free-fire").await);
    let theirs = upload(&student, "tournament", "b.png", &png(70, 40)).await.ok()["data"].clone();

    let cases = [
        (json!({"gameId": 4_711}), "gameId", "esport_game_unknown"),
        (json!({"category": "S"}), "category", ""),
        (json!({"category": "S", "organizationId": school}), "organizationId", "organization_not_yours"),
        (json!({"category": "C", "organizationId": company}), "organizationId", ""),
        (json!({"category": "C", "organizationId": school}), "organizationId", "organization_unknown"),
        (json!({"category": "Open", "organizationId": school}), "organizationId", "organization_not_needed"),
        (json!({"category": "Pro"}), "joinMode", "review_required"),
        (
            json!({"stages": [{"format": "survivor", "maps": 6, "pointTable": "ff_12"}]}),
            "stages[0].format",
            "format_not_for_game",
        ),
        (
            json!({"gameId": free_fire, "mainPlayers": 4, "stages": [{"format": "survivor", "maps": 6, "pointTable": "ff_12"}]}),
            "stages[0].format",
            "",
        ),
        (
            json!({"stages": [{"format": "round-robin", "groups": 9, "winnersPerGroup": 1}, {"format": "bracket"}]}),
            "stages[0].groups",
            "group_too_small",
        ),
        (json!({"mainPlayers": 1}), "mainPlayers", "team_size_invalid"),
        (json!({"endAt": base["startAt"]}), "endAt", "end_order"),
        (json!({"registrationStartAt": day(&world, -2)}), "registrationStartAt", "date_past"),
        (json!({"endAt": "2027-02-29T12:00:00+07:00"}), "endAt", "date_invalid"),
        (json!({"capacity": 4_097}), "capacity", "capacity_invalid"),
        (json!({"capacity": "many"}), "capacity", "field_invalid"),
        (json!({"category": "X"}), "category", "field_invalid"),
        (json!({"stages": [{"groups": "a"}]}), "stages[0].groups", "field_invalid"),
        (json!({"coPromoters": [promoter.user_id]}), "coPromoters[0]", "staff_promoter"),
        (json!({"coPromoters": [student.user_id], "assistants": [student.user_id]}), "assistants[0]", "staff_repeated"),
        (json!({"assistants": [suspended.user_id]}), "assistants[0]", "staff_unknown"),
        (json!({"assistants": [unverified.user_id]}), "assistants[0]", "staff_unknown"),
        (json!({"banner": theirs}), "banner", "picture_not_found"),
        (json!({"logo": "https://elsewhere.example/logo.jpg"}), "logo", "picture_not_found"),
    ];
    for (differs, field, code) in cases {
        let answer = promoter.post("/tournament/create", with(with(base.clone(), &differs), &json!({"draft": false}))).await;
        if code.is_empty() {
            answer.ok();
        } else {
            let refused = answer.refused(422, "fields_invalid");
            assert_eq!(refused["fields"][field], code, "{differs}: {refused}");
        }
    }
    // The place of study decides about the scope.
    for (differs, field, code) in [
        (json!({"category": "U", "organizationId": university}), "", ""),
        (json!({"category": "U"}), "", ""),
        (json!({"category": "S"}), "category", "category_not_yours"),
    ] {
        let answer = student.post("/tournament/create", with(with(base.clone(), &differs), &json!({"draft": false}))).await;
        if code.is_empty() { drop(answer.ok()) } else { assert_eq!(answer.refused(422, "fields_invalid")["fields"][field], code) }
    }
    // Even a draft has limits.
    let long = json!({"draft": true, "rulesTh": "ก".repeat(10_001)});
    assert_eq!(
        promoter.post("/tournament/create", long).await.refused(422, "fields_invalid")["fields"]["rulesTh"],
        "text_too_long"
    );
    // Its own picture stays, and is deleted with the draft.
    let own = upload(&promoter, "tournament", "b.png", &png(70, 40)).await.ok()["data"].clone();
    let draft = promoter.post("/tournament/create", json!({"draft": true, "banner": own})).await.ok();
    let kept = async |link: &Value| -> (bool, bool) {
        let key = link.as_str().unwrap().replace("/files/", "public/");
        let sql = "select kept_at is not null, released_at is not null from people.files where key = $1";
        sqlx::query_as(sql).bind(key).fetch_one(&world.app.db).await.unwrap()
    };
    assert_eq!(kept(&own).await, (true, false));
    promoter.post("/tournament/delete-draft", json!({"id": draft["id"]})).await.ok();
    assert_eq!(kept(&own).await, (true, true));
}

#[tokio::test]
async fn a_promoter_fills_no_database_and_a_right_that_is_over_begins_nothing() {
    let world = World::with(|settings| {
        settings.tournament_drafts_per_promoter = 2;
        settings.tournaments_per_promoter = 1;
    })
    .await;
    let promoter = world.promoter("promoter").await;
    let base = form(&world, "ถ้วย RoV").await;
    let draft = promoter.post("/tournament/create", with(base.clone(), &json!({"draft": true}))).await.ok();
    promoter.post("/tournament/create", json!({"draft": true})).await.ok();
    let refused = promoter.post("/tournament/create", json!({"draft": true})).await.refused(409, "tournament_drafts_limit");
    assert_eq!(refused["params"]["limit"], 2);
    let running = publish(&promoter, base).await;
    promoter.post("/tournament/update", edit(&draft, &json!({"draft": false}))).await.refused(409, "tournaments_limit");
    promoter.post(&format!("/tournament/cancel-tournament/{}", running["id"]), json!({"reason": "ฝนตก"})).await.ok();
    sqlx::raw_sql(
        "update esports.promoters set approved_at = now() - interval '2 years', expires_at = now() - interval '1 day';
                   update people.users set promoter_until = now() - interval '1 day'",
    )
    .execute(&world.app.db)
    .await
    .unwrap();
    promoter.post("/tournament/update", edit(&draft, &json!({"draft": false}))).await.refused(403, "promoter_required");
    // The draft itself may be saved.
    promoter.post("/tournament/update", edit(&draft, &json!({"nameTh": "ไว้ก่อน"}))).await.ok();
}
