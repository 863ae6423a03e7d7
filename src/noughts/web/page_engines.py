"""The files of games' engines, for pages that think themselves."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from noughts.web.fair_queue import Client
from noughts.web.games import Games
from noughts.web.pages import FOR_EVER, File, respond
from noughts.web.routes import client_of, games_of

router = APIRouter(include_in_schema=False)


@router.get("/engine/{name}/{file}")
async def engine_file(
    name: str,
    file: str,
    request: Request,
    games: Annotated[Games, Depends(games_of)],
    client: Annotated[Client, Depends(client_of)],
) -> Response:
    engines = games.catalogue.engines

    def find() -> File | None:
        return engines.description(name) if file == "game.json" else engines.file(name, file)

    found = await games.scheduler.run(client, find)
    if found is None:
        raise HTTPException(404)
    return respond(request, found, "no-cache" if file == "game.json" else FOR_EVER)
