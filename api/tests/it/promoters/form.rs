//! Options in the form of a tournament.

use serde_json::{Value, json};

use crate::support::{Client, World};

async fn studies(world: &World, client: &Client, kind: &str, level: Option<&str>, code: Option<&str>) {
    sqlx::query(
        "insert into people.profiles (user_id, student_type, education_level, academy_id, updated_at)
         values ($1, $2, $3, (select id from people.organizations where code = $4), now())
         on conflict (user_id) do update set student_type = excluded.student_type, education_level = excluded.education_level,
           academy_id = excluded.academy_id",
    )
    .bind(client.user_id)
    .bind(kind)
    .bind(level)
    .bind(code)
    .execute(&world.app.db)
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn categories_and_organizations_follow_from_where_the_promoter_studies() {
    let world = World::new().await;
    let categories = async |client: &Client| {
        let list = client.get("/tournament/form/create/get/category?lang=en").await.ok()["items"].as_array().unwrap().clone();
        let told = |item: &Value| {
            let scopes =
                item["scopes"].as_array().unwrap().iter().map(|scope| scope["label"].as_str().unwrap()).collect::<Vec<_>>();
            let refusal = item["refusal"]["code"].as_str().unwrap_or("-");
            format!("{} {} {} {refusal}", item["code"].as_str().unwrap(), scopes.join("/"), item["choose"])
        };
        list.iter().map(told).collect::<Vec<_>>()
    };
    assert!(categories(&world.anon()).await.iter().all(|told| told.ends_with("session_required")));
    assert!(categories(&world.user("lime").await).await.iter().all(|told| told.ends_with("promoter_required")));

    let promoter = world.promoter("promoter").await;
    let general = [
        "C All organizations true -",
        "S All schools false -",
        "U All universities false -",
        "Open Everybody false -",
        "Pro Everybody false -",
    ];
    assert_eq!(categories(&promoter).await, general);
    let organizations = async |category: &str, query: &str| {
        let body = json!({"category": category, "query": query, "perPage": 100});
        let page = promoter.post("/tournament/form/create/get/available-organization", body).await.ok();
        page["items"].as_array().unwrap().iter().map(|item| item["type"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let companies = organizations("C", "").await;
    assert!(companies.len() >= 20 && companies.iter().all(|kind| kind == "organization"), "{companies:?}");
    assert_eq!(organizations("C", "อีสปอร์ต กรุงเทพ").await.len(), 1);
    assert!(organizations("C", "%").await.is_empty());
    assert!(organizations("S", "").await.is_empty() && organizations("Open", "").await.is_empty());

    studies(&world, &promoter, "student", Some("university"), Some("kasetsart-university")).await;
    let told = categories(&promoter).await;
    assert_eq!(told[1], "S  false category_not_yours");
    assert_eq!(told[2], "U All universities/Kasetsart University false -");
    assert_eq!(organizations("U", "").await, ["university"]);
    assert!(organizations("U", "จุฬา").await.is_empty(), "only the own one");
    assert!(organizations("S", "").await.is_empty());
    // A place that is not in the list.
    studies(&world, &promoter, "student", Some("school"), None).await;
    assert_eq!(categories(&promoter).await[1], "S All schools false -");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_evidence_and_people_are_offered() {
    let world = World::new().await;
    let games = world.anon().get("/tournament/form/create/list/game").await.ok()["items"].as_array().unwrap().clone();
    let of = |slug: &str| games.iter().find(|game| game["slug"] == slug).unwrap();
    assert_eq!((&of("rov")["mainPlayers"], &of("rov")["formats"]), (&json!(5), &json!(["bracket", "round-robin"])));
    assert_eq!(of("rov")["pointTables"], json!([]));
    let tables = of("pubg-mobile")["pointTables"].as_array().unwrap();
    assert_eq!(tables.len(), 3, "every table that a game names is known");
    assert_eq!((&tables[0]["points"][0], &tables[0]["killPoints"]), (&json!(10), &json!(1)));
    assert!(of("free-fire")["formats"].as_array().unwrap().contains(&json!("survivor")));

    let documents = world.anon().get("/tournament/form/create/list/document?lang=th").await.ok();
    assert_eq!(documents["accepted"], json!([".jpg", ".jpeg", ".png"]));
    let kinds: Vec<&Value> = documents["items"].as_array().unwrap().iter().map(|item| &item["kind"]).collect();
    assert_eq!(kinds, ["id_card", "student_card", "school_certificate", "parental_consent", "workplace_card", "other"]);
    assert_eq!((&documents["items"][0]["name"], &documents["items"][0]["keptDays"]), (&json!("บัตรประชาชน"), &json!(90)));

    let promoter = world.promoter("Somsri").await;
    let (somchai, _) = (world.user("Somchai").await, world.suspended("Somchart").await);
    let find = async |body: Value| promoter.post("/tournament/form/create/list/user", body).await;
    let found = find(json!({"query": "SOMCH"})).await.ok();
    assert_eq!(
        found["items"],
        json!([{"userId": somchai.user_id, "displayName": "Somchai"}]),
        "neither oneself nor who is suspended"
    );
    for short in ["", "so", " so ", "\u{200b}so"] {
        let refused = find(json!({"query": short})).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"], json!({"query": "query_too_short"}), "{short:?}");
    }
    assert_eq!(find(json!({"query": "%%%"})).await.ok()["items"], json!([]));
    assert_eq!(find(json!({"query": "@example.com"})).await.ok()["items"], json!([]), "never by an address");
}
